import type { Submission } from './assemble-article.ts'
import { HOUR_MS, MINUTE_MS } from '@pauta/platform/time/time'
import { contract } from '../texts/phrasing.ts'
import { GENERAL_VOICES, isRepublisher } from './newsroom.ts'
import type { Random } from '../random.ts'
import { getAgencyVoice } from '../texts/story.ts'

const MEMORY = 80
const REPUBLISHERS_SHARE = 0.5
const OTHERS_SHARE = 0.08
const UNCHANGED_SHARE = 0.6
const AFTER_MS = 20 * MINUTE_MS
const WITHIN_MS = 30 * HOUR_MS
const SHORT_TEXT_PARAGRAPHS = 4

/** Ministries repeat their agencies. The bodies of the Presidency repeat any agency. */
function repeats(publisherKey: string, original: Submission): boolean {
  if (isRepublisher(publisherKey) || GENERAL_VOICES.includes(publisherKey)) return true
  return getAgencyVoice(original.publisherKey).agency.parentKey === publisherKey
}

/** Title of a lightly edited copy, in the style of each broadcaster. */
function retitle(random: Random, title: string, publisherKey: string): string {
  if (publisherKey === 'tvbrasil') return `Vídeo: ${title}`
  if (publisherKey === 'radioagencia_nacional') return `Ouça: ${title}`
  return random.chance(0.5) ? `${title}, informa governo` : `Entenda: ${title}`
}

/** Returns the text without its last paragraph and with a note of its source. */
function editLightly(random: Random, original: Submission, publisherKey: string): Submission['text'] {
  const { text } = original
  const { short } = getAgencyVoice(original.publisherKey).names
  const paragraphs = text.content.split('\n\n')
  const kept = paragraphs.length > SHORT_TEXT_PARAGRAPHS ? paragraphs.slice(0, -1) : paragraphs
  const body = kept.join('\n\n')
  return {
    ...text,
    title: retitle(random, text.title, publisherKey),
    content: `${body}\n\nCom informações ${contract('de', short.article)} ${short.text}.`,
    mentions: text.mentions.filter((mention) => mention.end <= body.length),
  }
}

/** Stores the latest articles and returns copies of them: identical, or lightly edited. */
export class Republication {
  readonly #recent: Submission[] = []

  remember(submission: Submission): void {
    this.#recent.push(submission)
    if (this.#recent.length > MEMORY) this.#recent.shift()
  }

  /**
   * Returns a copy for this publisher. Returns undefined when the publisher writes its own article or no article fits.
   */
  draw(
    random: Random,
    publisherKey: string,
    publishedAt: Date,
    date: Submission['date'],
  ): Submission | undefined {
    const share = isRepublisher(publisherKey) ? REPUBLISHERS_SHARE : OTHERS_SHARE
    if (!random.chance(share)) return undefined
    const candidates = this.#recent.filter((submission) => {
      const age = publishedAt.getTime() - submission.publishedAt.getTime()
      return (
        age >= AFTER_MS &&
        age <= WITHIN_MS &&
        submission.publisherKey !== publisherKey &&
        repeats(publisherKey, submission)
      )
    })
    if (candidates.length === 0) return undefined
    const original = random.pick(candidates)
    const text = random.chance(UNCHANGED_SHARE) ? original.text : editLightly(random, original, publisherKey)
    return { topic: original.topic, publisherKey, text, publishedAt, date }
  }
}
