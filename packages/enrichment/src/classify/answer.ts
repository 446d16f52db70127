import * as z from 'zod'
import { listSentences } from '../sentences.ts'
import { SUMMARY_MAX_SENTENCES } from './question.ts'

/** Three sentences of a government's news have at most about 500. */
export const SUMMARY_MAX_CHARACTERS = 800
const SHOWN_CHARACTERS = 120
// A summary is plain text: what looks like a link, a tag or a piece of Markdown was not asked for.
const ADDRESS_OR_MARKUP = /https?:|\bwww\.|<[a-z/!]|\]\(|`/i

/** What a model has said about an article, checked. */
export interface ModelAnswer {
  /** A code of the catalogue; null when the model says that no theme fits. */
  themeCode: string | null
  /** Plain text of one to three sentences. */
  summary: string
}

/** A model said what nobody can use. Another try, or another model, may do better. */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer'
}

const answerSchema = z.object({
  themeCode: z.string().trim().min(1).nullable(),
  summary: z.string(),
})

/** The object in what a model wrote; some put it into a fence or a sentence though they were told not to. */
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

/** The first sentences that are plain text, as far as they fit. */
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
 * Reads what a model answered. Throws UnusableAnswer for what is no answer: no JSON, a theme that is not in the
 * catalogue, a summary without a sentence of plain text.
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
  return { themeCode, summary }
}
