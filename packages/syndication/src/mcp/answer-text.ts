/** Limit of the text of an answer. The structured content beside it is always whole. */
const TEXT_MAX_CHARACTERS = 16_000

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null

/** Returns the value with at most `most` records in each of its lists of records. */
function cutLists(value: unknown, most: number): unknown {
  if (Array.isArray(value))
    return (value.some(isRecord) ? value.slice(0, most) : value).map((item) => cutLists(item, most))
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, cutLists(field, most)]))
}

/** Returns the length of the longest list, of records or not: cut to so many, a value is whole. */
function longestList(value: unknown): number {
  if (!isRecord(value)) return 0
  const own = Array.isArray(value) ? value.length : 0
  return Math.max(own, ...Object.values(value).map(longestList))
}

/**
 * Returns the text blocks of an answer for clients that read no structured content: its JSON and, if that is too long,
 * the JSON with shorter lists and a note. Cuts only between records; an answer without lists stays whole.
 */
export function writeAnswer(result: Record<string, unknown>): string[] {
  const whole = JSON.stringify(result)
  if (whole.length <= TEXT_MAX_CHARACTERS) return [whole]
  const write = (most: number) => JSON.stringify(cutLists(result, most))
  let fitting = 0
  for (let over = longestList(result); over - fitting > 1;) {
    const middle = Math.floor((fitting + over) / 2)
    if (write(middle).length <= TEXT_MAX_CHARACTERS) fitting = middle
    else over = middle
  }
  if (fitting === 0) return [whole]
  return [
    write(fitting),
    `Este texto traz só os ${fitting} primeiros registros de cada lista; structuredContent traz todos. ` +
      'Para receber todos como texto, peça menos registros por vez.',
  ]
}
