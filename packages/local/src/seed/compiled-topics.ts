import type { EntityRecord } from '@pauta/core/entities/entity-record'
import * as common from './common-paragraphs.ts'
import { contract, type Preposition } from './phrasing.ts'
import { entitySlot, getEntity, recall, type Slot } from './slots.ts'
import { compileTemplate, type Template } from './template.ts'
import type { Topic } from './topic.ts'

/** A topic whose texts are ready to be written. */
export interface CompiledTopic {
  topic: Topic
  angles: readonly { title: Template; lead: Template }[]
  subtitles: readonly Template[]
  facts: readonly Template[]
  quotes: readonly Template[]
  voices: readonly Template[]
  numbers: readonly Template[]
  partners: readonly Template[]
  background: readonly Template[]
  nextSteps: readonly Template[]
  service: readonly Template[]
  policy: readonly Template[]
  law: readonly Template[]
  editorialLeads: readonly Template[]
}

const MASCULINE_LAW = /^(Código|Estatuto|Marco|Regime)/

/** `a Lei de Cotas`, `na Lei de Cotas`: one of the topic's laws, the same throughout an article. */
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

function compileTopic(topic: Topic): CompiledTopic {
  const slots = {
    ...(topic.laws === undefined ? {} : lawSlots(topic.laws)),
    ...(topic.policy === undefined ? {} : policySlots(topic.policy)),
  }
  const compile = (text: string) => compileTemplate(text, topic.figures, slots)
  const compileAll = (texts: readonly string[]) => texts.map(compile)
  return {
    topic,
    angles: topic.angles.map(({ title, lead }) => ({ title: compile(title), lead: compile(lead) })),
    subtitles: compileAll(topic.subtitles),
    facts: compileAll(topic.facts),
    quotes: compileAll(common.QUOTES),
    voices: compileAll(common.VOICES),
    numbers: compileAll(common.NUMBERS),
    partners: compileAll(common.PARTNERS),
    background: compileAll(common.BACKGROUND),
    nextSteps: compileAll(common.NEXT_STEPS),
    service: compileAll(common.SERVICE),
    policy: topic.policy === undefined ? [] : compileAll(common.POLICY),
    law: topic.laws === undefined ? [] : compileAll(common.LAW),
    editorialLeads: compileAll(common.EDITORIAL_LEADS),
  }
}

/** Compiled once for all articles; a template that names something unknown throws here, at the start. */
export function compileTopics(topics: readonly Topic[]): CompiledTopic[] {
  return topics.map(compileTopic)
}
