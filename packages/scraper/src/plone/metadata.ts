import { all, attribute, classesOf, ownText, removeAll, textUpTo, type Element } from '../html/page.ts'
import { holdsProse } from './sharing.ts'

const CLASS =
  /documentbyline|documentpublished|documentmodified|publisheddate|updateddate|date-info|keywords|category|tags|metadata/
const DATE_LABEL = /\b(publicado|atualizado|modificado)(\s+em\b|\s*:)|última (modificação|atualização)/i
const DATE_LABEL_FIRST = /^[^\p{L}]*(publicado|atualizado|modificado|última)/iu
const SENTENCE_END = /[.!?…]$/
const DATE_LINE_CHARACTERS = 150
const LETTERS_BESIDE_MAX = 30
const LABEL_ALONE = /^(categoria|tags|palavras-chave)\s*:?$/i
const LABEL_START = /^(categoria|tags|palavras-chave)\s*:/i
const LABEL_PARENT_CHARACTERS = 200
const LABEL_BLOCK_CHARACTERS = 150

/** Whether text is a publication line, such as "Publicado em 10/02/2026 17h05", and not a sentence with these words. */
export function isDateLine(text: string): boolean {
  if (text.length > DATE_LINE_CHARACTERS || !DATE_LABEL.test(text)) return false
  if (SENTENCE_END.test(text) && !DATE_LABEL_FIRST.test(text)) return false
  const rest = text
    .replace(/\b(publicado|atualizado|modificado|última modificação|última atualização)( em)?\b/gi, '')
    .replace(/\d{1,2}(\/\d{1,2}\/\d{4}|\s+de\s+[a-zç]+\s+de\s+\d{4})/gi, '')
    .replace(/(às\s*)?\d{1,2}\s?[h:]\s?(\d{2})?(min)?/gi, '')
  return (rest.match(/\p{L}/gu) ?? []).length <= LETTERS_BESIDE_MAX
}

function isMetadata(element: Element): boolean {
  if (attribute(element, 'id') === 'category') return !holdsProse(element)
  if (classesOf(element).some((name) => CLASS.test(name))) return !holdsProse(element)
  const own = ownText(element)
  if (DATE_LABEL.test(own)) return isDateLine(textUpTo(element, DATE_LINE_CHARACTERS) ?? own)
  return LABEL_START.test(textUpTo(element, LABEL_BLOCK_CHARACTERS) ?? '')
}

/** A label such as "Tags" with its parent, where the parent is small. */
function withLabel(label: Element, body: Element): Element {
  const parent = label.parent as Element | null
  const isSmall = parent !== null && parent !== body && textUpTo(parent, LABEL_PARENT_CHARACTERS) !== null
  return isSmall ? parent : label
}

/** Removes bylines, dates, categories and keywords that stand in the body. */
export function removeMetadata(body: Element): void {
  const labels = all('label', body).filter((label) =>
    LABEL_ALONE.test(textUpTo(label, LABEL_BLOCK_CHARACTERS) ?? ''),
  )
  removeAll(labels.map((label) => withLabel(label, body)))
  removeAll(all('*', body).filter(isMetadata))
}
