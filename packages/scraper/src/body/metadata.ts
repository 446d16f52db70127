import { all, attribute, classesOf, ownText, removeAll, textUpTo, type Element } from '../html/page.ts'
import { DATE_LABEL, DATE_LINE_CHARACTERS, isDateLine } from '../dates/date-line.ts'
import { holdsProse } from './sharing.ts'

const CLASS =
  /documentbyline|documentpublished|documentmodified|publisheddate|updateddate|date-info|keywords|category|tags|metadata/
const LABEL_ALONE = /^(categoria|tags|palavras-chave)\s*:?$/i
const LABEL_START = /^(categoria|tags|palavras-chave)\s*:/i
const LABEL_PARENT_CHARACTERS = 200
const LABEL_BLOCK_CHARACTERS = 150

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
  const dates = all('[itemprop="datePublished"], [itemprop="dateModified"]', body)
  removeAll(dates.filter((date) => textUpTo(date, DATE_LINE_CHARACTERS) !== null))
}
