import { cloneNode } from 'domhandler'
import { toMarkdown } from '../html/markdown.ts'
import { markCaptions } from '../html/captions.ts'
import { all, attribute, classesOf, removeAll, textOf, type Element } from '../html/page.ts'
import { removeRelated } from './related.ts'
import { squeeze } from '../html/blank.ts'
import { removeLeftoverLines } from './body-lines.ts'
import { removeContacts } from './contacts.ts'
import { removeMetadata } from './metadata.ts'
import { holdsProse, removeSharing } from './sharing.ts'

const HEAD = '.nitfSubtitle, p.section, p.description, .documentDescription'
const MACHINERY = 'script, style, form, button, nav, noscript, template, .hiddenStructure'
const PARAGRAPHS_MIN_SHARE = 0.4
const TEXT_MIN_SHARE = 0.25

/** What is already read from the head of an article, so that the body does not repeat it. */
export type HeadTexts = {
  readonly title: string
  readonly kicker: string | null
  readonly subtitle: string | null
}

/** Removes the title: every `h1` before the first paragraph, and any heading that repeats the title. */
function removeTitle(body: Element, title: string): void {
  const isStart = (element: Element) =>
    element.name === 'p' && attribute(element, 'class') === '' && textOf(element) !== ''
  const elements = all('h1, h2, p', body)
  const start = elements.findIndex(isStart)
  const isTitle = (element: Element, at: number) =>
    (element.name === 'h1' && (start === -1 || at < start)) || textOf(element) === squeeze(title)
  removeAll(elements.filter((element, at) => element.name !== 'p' && isTitle(element, at)))
}

/**
 * Removes scripts, forms and navigation. A form or navigation with paragraphs, and a button that is the heading of a
 * panel, is unwrapped instead.
 */
function removeMachinery(body: Element): void {
  const panels = all('h2 button, h3 button, h4 button, h5 button, h6 button', body)
  for (const button of panels) button.name = 'span'
  const isContent = ({ name }: Element) => name === 'form' || name === 'nav'
  const elements = all(MACHINERY, body)
  const content = new Set(elements.filter((element) => isContent(element) && holdsProse(element)))
  for (const element of content) element.name = 'div'
  removeAll(elements.filter((element) => !content.has(element)))
}

function removeFirstParagraph(body: Element, text: string | null): void {
  const paragraph = text === null ? undefined : all('p', body).find((candidate) => textOf(candidate) === text)
  if (paragraph !== undefined) removeAll([paragraph])
}

/** Removes what is no text on any site: the title, scripts, forms, sharing and what leads to other pages. */
export function cleanLightly(body: Element, title: string): void {
  removeTitle(body, title)
  removeMachinery(body)
  removeSharing(body)
  removeRelated(body)
}

/** Summaries before the first paragraph. Further down, small print belongs to the text. */
function smallPrintOfHead(body: Element): Element[] {
  const paragraphs = all('p', body).filter((paragraph) => textOf(paragraph) !== '')
  const start = paragraphs.findIndex((paragraph) => attribute(paragraph, 'class') === '')
  const head = start === -1 ? paragraphs : paragraphs.slice(0, start)
  return head.filter((paragraph) => classesOf(paragraph).includes('discreet'))
}

/** What is counted to find out whether cleaning removed too much: bylines and keywords are seldom paragraphs. */
function sizeOf(body: Element): { paragraphs: number; characters: number } {
  const paragraphs = all('p', body)
    .map(textOf)
    .filter((text) => text !== '')
  const text = paragraphs.length === 0 ? [textOf(body)] : paragraphs
  return { paragraphs: paragraphs.length, characters: text.reduce((sum, { length }) => sum + length, 0) }
}

/**
 * The body of an article as Markdown, by the rules for classic Plone: without title, kicker, subtitle, sharing,
 * metadata and contacts. `isLight` is true when the full cleaning would have left too little (under 40 % of the
 * paragraphs and of their text, or under 25 % of the text); then only title, scripts and sharing are removed.
 */
export function readBody(
  source: Element,
  head: HeadTexts,
  base: string,
): { markdown: string; isLight: boolean } {
  const light = cloneNode(source, true)
  markCaptions(light)
  cleanLightly(light, head.title)
  const full = cloneNode(light, true)
  removeAll([...all(HEAD, full), ...smallPrintOfHead(full)])
  removeFirstParagraph(full, head.kicker)
  removeFirstParagraph(full, head.subtitle)
  const before = sizeOf(full)
  removeMetadata(full)
  removeContacts(full)
  const after = sizeOf(full)
  const share = after.characters / Math.max(before.characters, 1)
  const hasFew = after.paragraphs < before.paragraphs * PARAGRAPHS_MIN_SHARE && share < PARAGRAPHS_MIN_SHARE
  const isLight = hasFew || share < TEXT_MIN_SHARE
  const markdown = removeLeftoverLines(toMarkdown(isLight ? light : full, base))
  return { markdown, isLight: isLight && markdown !== '' }
}
