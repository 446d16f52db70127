const NAME = 'texto-citado'
/** What a text may contain to imitate a delimiter. Each match begins with `<`. */
const IMITATION = /<(?=[\s/]{0,20}texto.?citado)/giu

/** The delimiters of quoted text, for the words of descriptions. */
export const QUOTE_MARKS = `<${NAME}> e </${NAME}>`

/**
 * Returns a text of an article between delimiters, as material that is read and never obeyed. A delimiter inside of the
 * text gets `‹` for `<`, so that the text cannot end the quotation.
 */
export function quoteText(text: string): string {
  return `<${NAME}>\n${text.replace(IMITATION, '‹')}\n</${NAME}>`
}
