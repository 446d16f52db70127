import type { RecorteEvent } from '../../../api/generated/operations.ts'
import { tidy } from './read-schedule-words.ts'

/** What a sentence asks to be told of. */
export interface EventWords {
  /** Undefined where the sentence asks for no changes. */
  events: RecorteEvent[] | undefined
  /** The sentence without the words of the request. */
  rest: string
}

// Accented letters are escaped, because the texts of the site have files of their own.
const VERB = String.raw`(?:fo(?:r|rem)\s+)?(?:mud|edit|alter|corrig|remov|retir|apag|exclu|tir|sum)(?:ad|id)?\p{L}*(?:\s+do\s+ar)?`
const SUBJECT = String.raw`(?:(?:algu\u00e9m|o\s+site|os\s+sites|as?\s+not\u00edcias?|uma\s+not\u00edcia|a\s+p\u00e1gina|algo)\s+)?`
const OBJECT = String.raw`(?:\s+(?:(?:as?|uma|alguma|essas|os?)\s+)?(?:not\u00edcias?|p\u00e1ginas?|textos?|mat\u00e9rias?))?`
const REQUEST = new RegExp(
  String.raw`[,;]?\s*(?<!\p{L})(?:e\s+)?(?:me\s+)?(?:avis|alert|notifi)\p{L}*(?:-me)?(?:\s+tamb\u00e9m)?(?<only>\s+(?:s\u00f3|apenas|somente))?\s+(?:quando|se|caso|sempre\s+que)\s+${SUBJECT}(?<verbs>${VERB}(?:\s*(?:,|e|ou)\s*(?:quando\s+|se\s+)?${VERB})*)${OBJECT}(?!\p{L})`,
  'iu',
)
const EDITS = /mud|edit|alter|corrig/i
const REMOVALS = /mud|remov|retir|apag|exclu|\btir|sum/i

/**
 * Returns what a Portuguese sentence asks for, such as "avise quando editarem" or "me avise só se a notícia for apagada", and
 * the sentence without it. A change ("mudar") is an edit or a removal. New articles belong to it, unless only changes are asked.
 */
export function readEventWords(sentence: string): EventWords {
  const found = REQUEST.exec(sentence)
  const { verbs = '', only } = found?.groups ?? {}
  if (!found) return { events: undefined, rest: sentence }
  const events: RecorteEvent[] = [
    ...(only === undefined ? (['PUBLISHED'] as const) : []),
    ...(EDITS.test(verbs) ? (['EDITED'] as const) : []),
    ...(REMOVALS.test(verbs) ? (['REMOVED'] as const) : []),
  ]
  const rest = `${sentence.slice(0, found.index)} ${sentence.slice(found.index + found[0].length)}`
  return { events, rest: tidy(rest) }
}
