/** Words that say when a page was published or changed. */
export const DATE_LABEL =
  /\b(publicado|atualizado|modificado)(\s+em\b|\s*:|\s+(?=\d))|última (modificação|atualização)/i
const DATE_LABEL_FIRST = /^[^\p{L}]*(publicad|atualizad|modificad|postad|última|data)/iu
const SENTENCE_END = /[.!?…]$/
/** Longer text is no publication line. */
export const DATE_LINE_CHARACTERS = 150
const LETTERS_BESIDE_MAX = 30

/** Whether text is a publication line, such as "Publicado em 10/02/2026 17h05", and not a sentence with these words. */
export function isDateLine(text: string): boolean {
  if (text.length > DATE_LINE_CHARACTERS || !DATE_LABEL.test(text)) return false
  if (SENTENCE_END.test(text) && !DATE_LABEL_FIRST.test(text)) return false
  const rest = text
    .replace(
      /\b(publicad[oa]|atualizad[oa]|modificad[oa]|postad[oa]|última modificação|última atualização|data d[ae] publicação)( em)?\b/gi,
      '',
    )
    .replace(/\d{1,2}([./-]\d{1,2}[./-]\d{2,4}|[/-][a-z]{3}[/-]\d{4}|\s+de\s+[a-zç]+\s+de\s+\d{4})/gi, '')
    .replace(/(às\s*)?\d{1,2}\s?[h:]\s?(\d{2})?(min)?/gi, '')
  return (rest.match(/\p{L}/gu) ?? []).length <= LETTERS_BESIDE_MAX
}
