import { Readability } from '@mozilla/readability'
import { getInnerHTML } from 'domutils'
import { isTag, isText, type Document, type Element, type ParentNode } from 'domhandler'
import { parseHTML } from 'linkedom'
import { all, first, parseHtml, removeAll } from '../html/page.ts'

/** Longer pages are not judged: real pages of news have 30 to 400 KB. */
const PAGE_MAX_CHARACTERS = 2 * 1024 * 1024
/** What is left to judge. Real pages have some 3,000 elements in 30 levels; the work grows with both. */
const ELEMENTS_MAX = 6_000
const DEPTH_MAX = 60
/** Readability looks again, less strictly, when it found less text than this. */
const TEXT_CHARACTERS = 200
/** Classes and names beyond this length say nothing about an element. */
const NAME_CHARACTERS = 200
const NAMES = ['class', 'id', 'rel', 'itemprop', 'property', 'name', 'style']
const MACHINERY =
  'script, style, link, meta, template, svg, nav, aside, footer, form, dialog, button, select, input, textarea, [role="navigation"], [role="banner"], [role="contentinfo"], [role="search"], [role="dialog"], [hidden], [aria-hidden="true"]'

/** Takes out all that is neither element nor text, and shortens names. Returns false for a tree that is too large. */
function simplify(page: Document): boolean {
  let elements = 0
  const visit = (parent: ParentNode, depth: number): boolean => {
    if (depth > DEPTH_MAX) return false
    parent.children = parent.children.filter((child) => isTag(child) || isText(child))
    for (const child of parent.children) {
      if (!isTag(child)) continue
      elements += 1
      for (const name of NAMES)
        if ((child.attribs[name]?.length ?? 0) > NAME_CHARACTERS) delete child.attribs[name]
      if (elements > ELEMENTS_MAX || !visit(child, depth + 1)) return false
    }
    return true
  }
  return visit(page, 0)
}

/**
 * Finds the part of a page that is text to read, whatever its structure: HTML without menus, boxes and share bars. Null
 * when there is none, or when the page is too large to judge: 2 MB, or 6,000 elements or 60 levels besides navigation
 * and forms.
 */
export function findReadablePart(html: string): Element | null {
  if (html.length > PAGE_MAX_CHARACTERS) return null
  const page = parseHtml(html)
  removeAll(all(MACHINERY, page))
  if (!simplify(page)) return null
  const content = getInnerHTML(first('body', page) ?? page)
  const { document } = parseHTML(`<html><body>${content}</body></html>`)
  // A parser of pages makes a text of its own for each character reference; hundreds of thousands are slow to judge.
  document.documentElement.normalize()
  const options = { charThreshold: TEXT_CHARACTERS, disableJSONLD: true, keepClasses: true }
  const part = new Readability(document, options).parse()?.content
  return part ? first('*', parseHtml(part)) : null
}
