import { AGENCIES } from '@pauta/core/agencies/catalogue'
import { listWritingAgencies, volumeAt } from './agency-volumes.ts'
import { compileTopics, type CompiledTopic } from '../texts/compiled-topics.ts'
import { Random, WeightedChoice } from '../random.ts'
import { TOPICS } from '../texts/topics.ts'

/** Number of last days in which some topics dominate the news, so that trends exist. */
const BURST_DAYS = 7
/** Share of the news of each of these topics in those days. */
const BURST_SHARES = [0.17, 0.12] as const
/** Topics for agencies that have no topic of their own. */
const COMMON_TOPICS = new Set([
  'civil-service',
  'procurement',
  'participation',
  'integrity',
  'research-funding',
  'science-outreach',
])
const OWN_VOICE_SHARE = 0.6
/** Agencies that also publish about topics of national interest. */
export const GENERAL_VOICES: readonly string[] = [
  'agencia_brasil',
  'radioagencia_nacional',
  'tvbrasil',
  'secom',
  'planalto',
  'casacivil',
]

export interface Assignment {
  topic: CompiledTopic
  /** The agency that publishes the article. */
  publisherKey: string
  /** The agency that the article is about. */
  sourceKey: string
}

const byKey = new Map(AGENCIES.map((agency) => [agency.key, agency]))

export function isRepublisher(key: string): boolean {
  return byKey.get(key)?.isRepublisher ?? false
}

function topicsOf(key: string, topics: readonly CompiledTopic[]): CompiledTopic[] {
  const own = topics.filter(({ topic }) => topic.agencies.includes(key))
  if (own.length > 0) return own
  const parentKey = byKey.get(key)?.parentKey ?? ''
  const parents = topics.filter(({ topic }) => topic.agencies.includes(parentKey))
  return parents.length > 0 ? parents : topics.filter(({ topic }) => COMMON_TOPICS.has(topic.name))
}

/** Returns two policies with different themes. The same seed returns the same policies. */
function chooseBursts(topics: readonly CompiledTopic[], seed: number): CompiledTopic[] {
  const random = new Random(seed)
  const withPolicy = topics.filter(({ topic }) => topic.policy !== undefined)
  const first = random.pick(withPolicy)
  const theme = first.topic.theme.slice(0, 2)
  const others = withPolicy.filter(({ topic }) => !topic.theme.startsWith(theme))
  return [first, random.pick(others)]
}

/**
 * Chooses publisher and topic of articles: agencies by volume, topics by competence, and the trends of the last days.
 */
export class Newsroom {
  readonly #topics: readonly CompiledTopic[]
  readonly #beats = new Map<string, WeightedChoice<CompiledTopic>>()
  readonly #publishers: WeightedChoice<string>
  readonly #keys: ReadonlySet<string>
  readonly bursts: readonly CompiledTopic[]

  constructor({ seed, agencies }: { seed: number; agencies: number }) {
    const keys = listWritingAgencies(agencies)
    this.#keys = new Set(keys)
    this.#topics = compileTopics(TOPICS)
    this.#publishers = new WeightedChoice(keys, (_, rank) => volumeAt(rank))
    this.bursts = chooseBursts(this.#topics, seed)
    for (const key of keys) {
      const beat = isRepublisher(key) ? this.#topics : topicsOf(key, this.#topics)
      // The first agencies of a topic publish about it most.
      const weightOf = ({ topic }: CompiledTopic) =>
        isRepublisher(key) ? 1 : 1 / (1 + Math.max(0, topic.agencies.indexOf(key)))
      this.#beats.set(key, new WeightedChoice(beat, weightOf))
    }
  }

  /** Returns topic and agencies of the next article, `age` days before the last day. */
  assign(random: Random, age: number): Assignment {
    const burst = age < BURST_DAYS ? this.#drawBurst(random) : undefined
    if (burst !== undefined) return this.#assignBurst(random, burst)
    const publisherKey = this.#publishers.pick(random)
    const topic = this.#beats.get(publisherKey)?.pick(random)
    if (topic === undefined) throw new Error(`agency ${publisherKey} has nothing to write about`)
    return { topic, publisherKey, sourceKey: this.#sourceOf(random, topic, publisherKey) }
  }

  #drawBurst(random: Random): CompiledTopic | undefined {
    let target = random.next()
    for (const [position, share] of BURST_SHARES.entries()) {
      if (target < share) return this.bursts[position]
      target -= share
    }
    return undefined
  }

  #assignBurst(random: Random, topic: CompiledTopic): Assignment {
    const own = topic.topic.agencies.filter((key) => this.#keys.has(key))
    const general = GENERAL_VOICES.filter((key) => this.#keys.has(key))
    const voices = own.length > 0 && random.chance(OWN_VOICE_SHARE) ? own : general
    const publisherKey = voices.length > 0 ? random.pick(voices) : this.#publishers.pick(random)
    return { topic, publisherKey, sourceKey: this.#sourceOf(random, topic, publisherKey) }
  }

  #sourceOf(random: Random, { topic }: CompiledTopic, publisherKey: string): string {
    if (topic.agencies.includes(publisherKey)) return publisherKey
    const isItsBeat = this.#beats.get(publisherKey)?.includes((beat) => beat.topic === topic) ?? false
    if (isItsBeat && !isRepublisher(publisherKey)) return publisherKey
    const leads = topic.agencies.filter((key) => !isRepublisher(key))
    return random.chance(0.7) ? (leads[0] ?? publisherKey) : random.pick(leads)
  }
}
