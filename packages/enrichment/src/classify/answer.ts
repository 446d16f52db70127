import * as z from 'zod'
import type { GivenName } from '../entities/given-names.ts'
import { listSentences } from '../sentences/sentences.ts'
import { NAMES_MAX, SUMMARY_MAX_SENTENCES } from './question.ts'

/** Three sentences of government news have at most about 500 characters. */
export const SUMMARY_MAX_CHARACTERS = 800
const SHOWN_CHARACTERS = 120
const NAME_MIN_CHARACTERS = 2
const NAME_MAX_CHARACTERS = 160
// A summary is plain text: sentences with links, tags or Markdown are dropped.
const ADDRESS_OR_MARKUP = /https?:|\bwww\.|<[a-z/!]|\]\(|`/i

/** A checked answer of a model. */
export interface ModelAnswer {
  /** A code of the catalogue; null when the model found no fitting theme. */
  themeCode: string | null
  /** Plain text of one to three sentences. */
  summary: string
  /** People, places and organisations. Whether the article has them is not checked here. */
  names: GivenName[]
}

/** The model's answer is unusable. Another attempt, or another model, may succeed. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
}

const answerSchema = z.object({
  themeCode: z.string().trim().min(1).nullable(),
  summary: z.string(),
  names: z.unknown().optional(),
})

const nameSchema = z.object({
  type: z.enum(['PER', 'LOC', 'ORG']),
  name: z.string().trim().min(NAME_MIN_CHARACTERS).max(NAME_MAX_CHARACTERS),
  office: z.string().trim().max(NAME_MAX_CHARACTERS).nullable().catch(null).default(null),
})

/** Returns the usable names. Names are an addition: an unusable one takes nothing from theme and summary. */
function readNames(value: unknown): GivenName[] {
  if (!Array.isArray(value)) return []
  return value.slice(0, NAMES_MAX).flatMap((each: unknown) => {
    const { success, data } = nameSchema.safeParse(each)
    if (!success) return []
    const { type, name, office } = data
    return [{ type, text: name, office: type === 'PER' && office !== '' ? office : null }]
  })
}

/** Parses the JSON object in a model's answer. Some models add a fence or a sentence against their instructions. */
function parseObject(text: string): unknown {
  const start = text.indexOf('{')
  const end = text.lastIndexOf('}')
  try {
    return JSON.parse(text.slice(start, end + 1))
  } catch (error) {
    const shown = text.slice(0, SHOWN_CHARACTERS)
    throw new UnusableAnswer(`The model answered no JSON object: "${shown}"`, { cause: error })
  }
}

/** Returns the first plain-text sentences that fit into the maximum. */
export function cleanSummary(text: string): string {
  const line = text.toWellFormed().replaceAll('\0', '').replaceAll(/\s+/gu, ' ').trim()
  const sentences = listSentences(line)
    .map(({ start, end }) => line.slice(start, end))
    .filter((sentence) => !ADDRESS_OR_MARKUP.test(sentence))
    .slice(0, SUMMARY_MAX_SENTENCES)
  let summary = ''
  for (const sentence of sentences) {
    const longer = summary === '' ? sentence : `${summary} ${sentence}`
    if (longer.length > SUMMARY_MAX_CHARACTERS) break
    summary = longer
  }
  return summary
}

/**
 * Parses a model's answer. Throws UnusableAnswer when there is no JSON, when the theme is not in the catalogue, or when
 * the summary has no plain-text sentence.
 */
export function readAnswer(text: string, catalogue: ReadonlyMap<string, unknown>): ModelAnswer {
  const parsed = answerSchema.safeParse(parseObject(text))
  if (!parsed.success) {
    throw new UnusableAnswer(`The model's answer is of another shape: ${z.prettifyError(parsed.error)}`)
  }
  const { themeCode } = parsed.data
  if (themeCode !== null && !catalogue.has(themeCode)) {
    const shown = themeCode.slice(0, SHOWN_CHARACTERS)
    throw new UnusableAnswer(`The model chose the theme "${shown}", which the catalogue does not have`)
  }
  const summary = cleanSummary(parsed.data.summary)
  if (summary === '') throw new UnusableAnswer('The model gave no summary in plain sentences')
  return { themeCode, summary, names: readNames(parsed.data.names) }
}
