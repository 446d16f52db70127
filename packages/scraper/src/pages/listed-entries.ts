import { isTag, type Document } from 'domhandler'
import { all, attribute, closest, textOf, type Element } from '../html/page.ts'
import { articleAddress, isFileAddress } from '../addresses/address.ts'

/** Fewer entries may be a box of related pages. */
const ENTRIES_MIN = 3
/** Titles are longer than the names of folders and the words of buttons. */
const TITLE_MIN_CHARACTERS = 15
const FURNITURE = /^(?:header|nav|footer|aside)$/

/** The address of the page below the listing to which a link with the words of a title leads, or null. */
function entryAddress(link: Element, base: string): string | null {
  const href = attribute(link, 'href')
  const url = href.startsWith('#') ? null : articleAddress(href, `${base}/`)
  if (url === null || !url.startsWith(`${base}/`) || isFileAddress(url)) return null
  if (textOf(link).length < TITLE_MIN_CHARACTERS) return null
  return closest(link, ({ name }) => FURNITURE.test(name)) === null ? url : null
}

/** The parents of an element, from the nearest one. */
function* parentsOf(element: Element): Generator<Element> {
  for (let { parent } = element; parent !== null && isTag(parent); { parent } = parent) yield parent
}

/**
 * Finds the entries of a listing whatever its structure: for each link with the words of a title to a page below the
 * listing, the largest part of the page that holds no other such link. None when there are fewer than three. `base` is
 * the address of the listing without its query.
 */
export function findEntries(page: Document, base: string): Element[] {
  const links = new Map<string, Element>()
  for (const link of all('a[href]', page)) {
    const url = entryAddress(link, base)
    if (url !== null && !links.has(url)) links.set(url, link)
  }
  if (links.size < ENTRIES_MIN) return []
  const shared = new Map<Element, number>()
  for (const link of links.values())
    for (const parent of parentsOf(link)) shared.set(parent, (shared.get(parent) ?? 0) + 1)
  return [...links.values()].map((link) => {
    let entry = link
    for (const parent of parentsOf(link)) {
      if ((shared.get(parent) ?? 0) > 1) break
      entry = parent
    }
    return entry
  })
}
