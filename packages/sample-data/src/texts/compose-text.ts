import type { CompiledAngle, CompiledTopic } from './compiled-topics.ts'
import type { Story } from './story.ts'
import type { Template } from './template.ts'
import { TextWriter, type Mention } from './text-writer.ts'

export interface ComposedText {
  title: string
  subtitle: string
  editorialLead: string
  content: string
  /** Names in `content`, in order. */
  mentions: Mention[]
  summary: string
}

const PARAGRAPHS_MIN = 3
const PARAGRAPHS_MAX = 12
const SENTENCE_END = /[.!?”] (?=[A-ZÀ-Ý“])/

function render(template: Template, story: Story): string {
  const out = new TextWriter()
  template(story, out)
  return out.text
}

/**
 * Returns the paragraphs of an article in reading order: always the opening and the first fact, then as many as fit.
 */
function planParagraphs(topic: CompiledTopic, { lead, common }: CompiledAngle, story: Story): Template[] {
  const { random } = story
  const facts = random.sample(topic.facts, topic.facts.length)
  const quotes = random.sample(common.quotes, 2)
  const oneOf = (templates: readonly Template[]) => (templates.length === 0 ? [] : [random.pick(templates)])
  const rest = [
    ...quotes.slice(0, 1),
    ...oneOf(common.policy),
    ...facts.slice(1, 2),
    ...oneOf(common.numbers),
    ...oneOf(common.partners),
    ...oneOf(common.presence),
    ...oneOf(common.voices),
    ...facts.slice(2, 3),
    ...oneOf(common.law),
    ...oneOf(common.background),
    ...quotes.slice(1),
    ...facts.slice(3),
    ...oneOf(common.nextSteps),
    ...oneOf(common.service),
  ]
  const wanted = PARAGRAPHS_MIN + Math.floor((PARAGRAPHS_MAX - PARAGRAPHS_MIN + 1) * random.next() ** 0.7)
  const kept = new Set(random.sample([...rest.keys()], wanted - 2))
  return [lead, ...facts.slice(0, 1), ...rest.filter((_, position) => kept.has(position))]
}

function firstSentence(paragraph: string): string {
  const end = SENTENCE_END.exec(paragraph)
  return end === null ? paragraph : paragraph.slice(0, end.index + 1)
}

/** Writes an article's texts. All texts use the same story, so their figures and places agree. */
export function composeText(topic: CompiledTopic, story: Story): ComposedText {
  const sourceKey = story.source.agency.key
  const fitting = topic.angles.filter(({ by }) => by === undefined || by.includes(sourceKey))
  const angle = story.random.pick(fitting.length > 0 ? fitting : topic.angles)
  const title = render(angle.title, story)
  const out = new TextWriter()
  const paragraphs: string[] = []
  for (const paragraph of planParagraphs(topic, angle, story)) {
    if (out.text !== '') out.write('\n\n')
    const start = out.text.length
    paragraph(story, out)
    paragraphs.push(out.text.slice(start))
  }
  return {
    title,
    subtitle: render(story.random.pick(topic.subtitles), story),
    editorialLead: render(story.random.pick(topic.editorialLeads), story),
    content: out.text,
    mentions: out.mentions,
    summary: paragraphs.slice(0, 2).map(firstSentence).join(' '),
  }
}
