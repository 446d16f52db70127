import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'
import { foldWords } from '../stemming/fold-words.ts'
import { FUNCTION_WORDS } from '../stemming/function-words.ts'
import { diffWords, type DiffPart } from './diff-words.ts'
import type { EditGrade, VersionColumns } from './event.ts'

/** A grade and the reason for it. */
export interface Graded {
  grade: EditGrade
  /** In Portuguese, with the words that changed, at most 300 characters. */
  reason: string
}

/** A place of a text where words were replaced, removed or added, and the kept text on both sides. */
export interface Change {
  removed: string
  added: string
  lead: string
  trail: string
}

/** A grade, what it is called, and the places that decide it. */
interface Finding {
  grade: EditGrade
  /** In Portuguese. */
  label: string
  changes: readonly Change[]
  /** What is written instead of the words of the places. */
  summary?: string
}

/** Words that turn or limit a statement, without accents. */
const LIMITING = new Set('nao nunca jamais nem sem nenhum nenhuma exceto apenas somente'.split(' '))
/** Numbers that texts write as words, without accents. `um` and `uma` are mostly articles. */
const NUMERALS = new Set(
  'dois duas tres quatro cinco seis sete oito nove dez cem cento mil milhao milhoes bilhao bilhoes metade dobro'.split(
    ' ',
  ),
)
/** An edit bears on the meaning if this share of the words, and at least this number of them, were replaced. */
const REWRITTEN_SHARE = 0.3
const REWRITTEN_WORDS = 20
/** A title is another one if this share of its words were replaced. */
const RETITLED_SHARE = 0.5
/** Text was removed if a place lost this many words without a replacement, or the whole text that many more than it gained. */
const LOST_WORDS_OF_PLACE = 6
const LOST_WORDS = 20

const REASON_MAX_CHARACTERS = 300
const QUOTE_MAX_CHARACTERS = 60
const QUOTES_MAX = 3

/** Joins each removed run with the added run beside it. */
function listChanges(parts: readonly DiffPart[]): Change[] {
  const changes: Change[] = []
  let open: Change | undefined
  let lead = ''
  for (const { kind, text } of parts) {
    // Blanks between two changed words do not end a change.
    if (kind === 'kept' && text.trim() !== '') {
      if (open) open.trail = text
      open = undefined
      lead = text
    } else if (kind === 'kept') {
      if (open) for (const side of ['removed', 'added'] as const) open[side] += text
    } else {
      if (!open) changes.push((open = { removed: '', added: '', lead, trail: '' }))
      open[kind] += text
    }
  }
  return changes
}

const isTypography = ({ removed, added }: Pick<Change, 'removed' | 'added'>) =>
  foldWords(removed).join('') === foldWords(added).join('')

const isFigure = (word: string) => /\p{N}/u.test(word) || NUMERALS.has(word)
const figuresOf = (text: string) => foldWords(text).filter(isFigure)

/** Returns the words with a capital letter that do not begin a sentence or a line, folded. */
function listNames(text: string): Set<string> {
  const names = text.matchAll(/(?<=[\p{L}\p{N},;)”"][ ])\p{Lu}[\p{L}\p{M}-]+/gu)
  return new Set([...names].flatMap(([name]) => foldWords(name)).filter((word) => !FUNCTION_WORDS.has(word)))
}

const isOther = (one: readonly string[], other: readonly string[]) =>
  [...one].sort().join(' ') !== [...other].sort().join(' ')

/** Returns up to three changes as `“a” → “b”`. */
function quote(changes: readonly Change[]): string {
  const cite = (text: string) => `“${cutAtWord(oneLine(text).trim(), QUOTE_MAX_CHARACTERS)}”`
  const quoted = changes.slice(0, QUOTES_MAX).map(({ removed, added }) => {
    if (added.trim() === '') return `saiu ${cite(removed)}`
    return removed.trim() === '' ? `entrou ${cite(added)}` : `${cite(removed)} → ${cite(added)}`
  })
  const more = changes.length - quoted.length
  return `${quoted.join('; ')}${more > 0 ? `; e mais ${more}` : ''}`
}

function toGraded({ grade, label, changes, summary }: Finding): Graded {
  const words = summary ?? quote(changes)
  return { grade, reason: cutAtWord(words === '' ? label : `${label}: ${words}`, REASON_MAX_CHARACTERS) }
}

const textOf = ({ title, subtitle, content }: VersionColumns) =>
  [title, subtitle ?? '', content ?? ''].filter((part) => part !== '').join('\n')

const countWords = (changes: readonly Change[], side: 'removed' | 'added') =>
  changes.reduce((sum, change) => sum + foldWords(change[side]).length, 0)

/** The share of the words of a text that an edit replaced, 0 to 1. */
function replacedShare(before: string, changes: readonly Change[]): number {
  return countWords(changes, 'removed') / Math.max(1, foldWords(before).length)
}

/** Grades changes of words. `before` and `after` are the whole texts. */
function gradeWords(changes: readonly Change[], before: string, after: string): Finding | undefined {
  const limiting = changes.filter(({ removed, added }) =>
    isOther(
      ...([removed, added].map((text) => foldWords(text).filter((word) => LIMITING.has(word))) as [
        string[],
        string[],
      ]),
    ),
  )
  if (limiting.length > 0) return { grade: 'meaning', label: 'palavra que muda o sentido', changes: limiting }
  const [removed, added] = [countWords(changes, 'removed'), countWords(changes, 'added')]
  const share = replacedShare(before, changes)
  if (share >= REWRITTEN_SHARE && Math.min(removed, added) >= REWRITTEN_WORDS)
    return {
      grade: 'meaning',
      label: 'texto reescrito',
      changes,
      summary: `${Math.round(100 * share)} % das palavras trocadas`,
    }
  const lost = changes.filter(
    (change) =>
      foldWords(change.added).length === 0 && foldWords(change.removed).length >= LOST_WORDS_OF_PLACE,
  )
  if (lost.length > 0 || removed - added >= LOST_WORDS)
    return { grade: 'text_removed', label: 'texto retirado', changes: lost.length > 0 ? lost : changes }
  const names = new Set([...listNames(before), ...listNames(after)])
  const namesOf = (text: string) => foldWords(text).filter((word) => names.has(word) && !isFigure(word))
  const named = changes.filter(
    (change) => change.removed.trim() !== '' && isOther(namesOf(change.removed), namesOf(change.added)),
  )
  if (named.length > 0) return { grade: 'names', label: 'nomes alterados', changes: named }
  const counted = changes.filter((change) => isOther(figuresOf(change.removed), figuresOf(change.added)))
  return counted.length > 0 ? { grade: 'figures', label: 'números alterados', changes: counted } : undefined
}

const changesOf = (before: string, after: string) =>
  listChanges(diffWords(before, after)).filter((change) => !isTypography(change))

/** Says which of picture and dates an edit changes; '' for none. */
function describeOthers(before: VersionColumns, after: VersionColumns): string {
  return [
    before.imageUrl === after.imageUrl ? '' : 'imagem trocada',
    before.publishedAt.getTime() === after.publishedAt.getTime() ? '' : 'data da publicação alterada',
  ]
    .filter((text) => text !== '')
    .join('; ')
}

/**
 * Finds the most serious thing that an edit does: another meaning (a word such as “não” or “apenas”, another title, or a
 * third of the words), text removed, names or figures changed, small, or typography alone (case, accents, punctuation,
 * white space). The grade of a picture or a date is small. The work is bounded as that of `diffWords`.
 */
export function findEdit(before: VersionColumns, after: VersionColumns): Finding {
  const [from, to] = [textOf(before), textOf(after)]
  const changes = changesOf(from, to)
  const others = describeOthers(before, after)
  if (changes.length === 0) {
    if (others !== '') return { grade: 'small', label: others, changes }
    return { grade: 'typography', label: 'só maiúsculas, acentos, pontuação ou espaços', changes }
  }
  const words = gradeWords(changes, from, to)
  const retitled = changesOf(before.title, after.title)
  if (words?.grade !== 'meaning' && replacedShare(before.title, retitled) >= RETITLED_SHARE) {
    const title = { removed: before.title, added: after.title, lead: '', trail: '' }
    return { grade: 'meaning', label: 'outro título', changes: [title] }
  }
  return words ?? { grade: 'small', label: 'pequena mudança', changes }
}

/** Grades an edit, as `findEdit` does, and says why. */
export const gradeEdit = (before: VersionColumns, after: VersionColumns): Graded =>
  toGraded(findEdit(before, after))
