import type { EntityRecord } from '@pauta/core/entities/entity-record'
import { COMMON_PARAGRAPHS } from './common-paragraphs.ts'
import { contract, type Preposition } from './phrasing.ts'
import { entitySlot, getEntity, recall, SLOTS, type Slot } from './slots.ts'
import { compileTemplate, type Template } from './template.ts'
import type { Topic } from './topic.ts'

/** The general paragraphs that fit one topic. */
interface CommonParagraphs {
  quotes: readonly Template[]
  voices: readonly Template[]
  numbers: readonly Template[]
  partners: readonly Template[]
  presence: readonly Template[]
  background: readonly Template[]
  nextSteps: readonly Template[]
  service: readonly Template[]
  policy: readonly Template[]
  law: readonly Template[]
}

export interface CompiledAngle {
  title: Template
  lead: Template
  by: readonly string[] | undefined
  /** Paragraphs for this topic: events in one place, or in the whole country. */
  common: CommonParagraphs
}

/** A topic with compiled texts. */
export interface CompiledTopic {
  topic: Topic
  angles: readonly CompiledAngle[]
  subtitles: readonly Template[]
  facts: readonly Template[]
  editorialLeads: readonly Template[]
}

type Compile = (text: string) => Template

const MASCULINE_LAW = /^(Código|Estatuto|Marco|Regime)/
const NAMES_THE_PLACE = /\{\w*(city|state|region)(_name)?\}/i

/** `a Lei de Cotas`, `na Lei de Cotas`: one of the topic's laws, the same in a whole article. */
function lawSlots(names: readonly string[]): Record<string, Slot> {
  const laws = names.map((name) => ({
    article: MASCULINE_LAW.test(name) ? ('o' as const) : ('a' as const),
    write: entitySlot(name),
  }))
  const slot =
    (preposition: Preposition | null): Slot =>
    (story, out) => {
      const law = laws[recall(story, 'law', 0, laws.length - 1)]
      if (law === undefined) return
      out.write(`${preposition === null ? law.article : contract(preposition, law.article)} `)
      law.write(story, out)
    }
  return { the_law: slot(null), in_law: slot('em') }
}

function policySlots(name: string): Record<string, Slot> {
  const entity: EntityRecord = getEntity(name, 'POLICY')
  const people = entity.policy?.targetPopulation.join(' e ') ?? ''
  const description = entity.description ?? ''
  return {
    policy: entitySlot(name),
    policy_people: (_, out) => out.write(people),
    policy_description: (_, out) => out.write(description.charAt(0).toLowerCase() + description.slice(1)),
  }
}

function compileCommon(topic: Topic, compile: Compile, isLocal: boolean): CommonParagraphs {
  const isSober = topic.sober ?? topic.tone === 'bad'
  const compileAll = (texts: readonly string[]) =>
    texts.filter((text) => isLocal || !NAMES_THE_PLACE.test(text)).map(compile)
  const paragraphs = isSober ? COMMON_PARAGRAPHS.sober : COMMON_PARAGRAPHS.usual
  return {
    quotes: compileAll(paragraphs.quotes),
    voices: compileAll(paragraphs.voices),
    numbers: compileAll(paragraphs.numbers),
    partners: compileAll(paragraphs.partners),
    presence: compileAll(paragraphs.presence),
    background: compileAll(paragraphs.background),
    nextSteps: compileAll(paragraphs.nextSteps),
    service: compileAll(paragraphs.service),
    policy: topic.policy === undefined ? [] : compileAll(COMMON_PARAGRAPHS.policy),
    law: topic.laws === undefined ? [] : compileAll(COMMON_PARAGRAPHS.law),
  }
}

function compileTopic(topic: Topic): CompiledTopic {
  const shadowed = Object.keys(topic.figures).filter((figure) => SLOTS.has(figure))
  if (shadowed.length > 0)
    throw new Error(`topic ${topic.name}: rename the figures ${shadowed.join(', ')}, which are slots`)
  const slots = {
    ...(topic.laws === undefined ? {} : lawSlots(topic.laws)),
    ...(topic.policy === undefined ? {} : policySlots(topic.policy)),
  }
  const compile: Compile = (text) => compileTemplate(text, topic.figures, slots)
  const local = compileCommon(topic, compile, true)
  const nationwide = compileCommon(topic, compile, false)
  return {
    topic,
    angles: topic.angles.map(({ title, lead, by }) => ({
      title: compile(title),
      lead: compile(lead),
      by,
      common: NAMES_THE_PLACE.test(title + lead) ? local : nationwide,
    })),
    subtitles: topic.subtitles.map(compile),
    facts: topic.facts.map(compile),
    editorialLeads: COMMON_PARAGRAPHS.editorialLeads.map(compile),
  }
}

/** Compiled once for all articles. A template with an unknown slot throws here, at the start. */
export function compileTopics(topics: readonly Topic[]): CompiledTopic[] {
  return topics.map(compileTopic)
}
