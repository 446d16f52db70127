/** Words that say when a page was published or changed. */
export const DATE_LABEL =
  /\b(publicado|postado|atualizado|modificado)(\s+em\b|\s*:|\s+(?=\d))|última (modificação|atualização)|\bpublicação:|^enviad[oa] por .{1,40} em\b/i
const DATE_LABEL_FIRST = /^[^\p{L}]*(publica[dç]|atualizad|modificad|postad|enviad|última|data)/iu
const SENTENCE_END = /[.!?…]$/
/** Longer text is no publication line. */
export const DATE_LINE_CHARACTERS = 150
const LETTERS_BESIDE_MAX = 30

/** The text without its dates and times of day. */
const withoutDates = (text: string) =>
  text
    .replace(
      /\d{4}-\d{2}-\d{2}|\d{1,2}([./-]\d{1,2}[./-]\d{2,4}|[/-][a-z]{3}[/-]\d{4}|[º°]?\s+de\s+[a-zç]+\s+de\s+\d{4}|\s+(jan|fev|mar|abr|mai|jun|jul|ago|set|out|nov|dez)[a-zç]*\s+\d{4})/gi,
      '',
    )
    .replace(/(às\s*)?\d{1,2}\s?(\.(?=\d{2}\s?h)|[h:]:?)\s?(\d{2})?(min)?h?/gi, '')
const countLetters = (text: string) => (text.match(/\p{L}/gu) ?? []).length

const WEEKDAY = /(segunda|terça|quarta|quinta|sexta)(-feira)?|sábado|domingo/i

/** Whether text is a date, with a weekday or a time of day at most. */
export const isDateAlone = (text: string): boolean =>
  withoutDates(text) !== text && countLetters(withoutDates(text).replace(WEEKDAY, '')) === 0

const CREATED = /^[^\p{L}]*criad[oa](?:\s+em|\s*:)\s*/iu

/** Whether text says when a page was created and nothing else. What was created on a day is often news. */
export const isCreationLine = (text: string): boolean =>
  text.length <= DATE_LINE_CHARACTERS && CREATED.test(text) && isDateAlone(text.replace(CREATED, ''))

/** Whether text is a publication line, such as "Publicado em 10/02/2026 17h05", and not a sentence with these words. */
export function isDateLine(text: string): boolean {
  if (text.length > DATE_LINE_CHARACTERS || !DATE_LABEL.test(text)) return false
  if (SENTENCE_END.test(text) && !DATE_LABEL_FIRST.test(text)) return false
  const rest = text.replace(
    /\b(publicad[oa]|atualizad[oa]|modificad[oa]|postad[oa]|enviad[oa] por|última modificação|última atualização|(data d[ae] )?publicação)( em)?\b/gi,
    '',
  )
  return countLetters(withoutDates(rest)) <= LETTERS_BESIDE_MAX
}
