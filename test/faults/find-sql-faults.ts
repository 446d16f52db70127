import type { Edit } from './find-faults.ts'

const WORD = /[a-z_]+|[(),]|[^\sa-z_(),]+/gi
/** Words that end a condition or a list at their depth of parentheses. */
const ENDS = new Set(
  'select from where set returning order group having limit offset union for on join left cross values then else end when do with'.split(
    ' ',
  ),
)
const LISTS = new Set(['select', 'set', 'returning', 'order'])
const CONDITIONS = new Set(['where', 'on', 'when', 'having', '('])

/** A condition, a column or an item of an order, between two words of SQL. Offsets are half open. */
interface Part {
  /** The word before the part, such as `where`, `and` or a comma. */
  opening: string
  /** The word that opened the list or the condition. */
  clause: string
  openingStart: number
  start: number
  end: number
  closing: string
  closingEnd: number
}

/** Splits SQL at commas, `and`, `or` and the words that begin clauses, at every depth of parentheses. */
function splitSql(sql: string): Part[] {
  const parts: Part[] = []
  let open: Omit<Part, 'end' | 'closing' | 'closingEnd'> | undefined
  const outer: (typeof open)[] = []
  let isBetween = false
  const close = (start: number, word: string) => {
    if (open) parts.push({ ...open, end: start, closing: word, closingEnd: start + word.length })
  }
  for (const { 0: text, index } of sql.matchAll(WORD)) {
    const word = text.toLowerCase()
    const begin = (clause: string) =>
      (open = { opening: word, clause, openingStart: index, start: index + word.length })
    if (word === '(') {
      outer.push(open)
      begin('(')
    } else if (word === ')') {
      close(index, word)
      open = outer.pop()
    } else if (word === 'between') isBetween = true
    else if (word === 'and' && isBetween) isBetween = false
    else if (word === ',' || word === 'and' || word === 'or') {
      close(index, word)
      begin(open?.clause ?? 'and')
    } else if (ENDS.has(word)) {
      close(index, word)
      begin(word)
    }
  }
  close(sql.length, '')
  return parts
}

/** Lists what can be left out of SQL, and the orders that can be turned. */
function changePart(sql: string, part: Part): Edit[] {
  const { opening, clause, openingStart, start, closing, closingEnd } = part
  const end = start + sql.slice(start, part.end).trimEnd().length
  const isConnected = (word: string) => word === 'and' || word === 'or'
  const edits: Edit[] = []
  if (isConnected(opening)) edits.push({ kind: 'condition', start: openingStart, end, after: '' })
  else if (CONDITIONS.has(opening) && isConnected(closing))
    edits.push({ kind: 'condition', start, end: closingEnd, after: '' })
  if (opening === ',' && LISTS.has(clause))
    edits.push({ kind: clause === 'order' ? 'order' : 'field', start: openingStart, end, after: '' })
  if (clause === 'order' && end > start) {
    const descending = / desc$/.exec(sql.slice(start, end))
    if (descending) edits.push({ kind: 'order', start: start + descending.index, end, after: '' })
    else edits.push({ kind: 'order', start: end, end, after: ' desc' })
  }
  return edits
}

const EDGES: Record<string, string> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' }

/**
 * Lists the faults of a statement or fragment of SQL. Every `${…}` and every string in it must be masked by letters of
 * equal length.
 */
export function findSqlFaults(sql: string): Edit[] {
  const edges = [...sql.matchAll(/(?<= )[<>]=?(?= )/g)].map(({ 0: sign, index }) => ({
    kind: 'bound',
    start: index,
    end: index + sign.length,
    after: EDGES[sign] ?? sign,
  }))
  return [...splitSql(sql).flatMap((part) => changePart(sql, part)), ...edges]
}
