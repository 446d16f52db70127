import { estimateMarkdownWork } from '@pauta/platform/text/markdown-work'
import { html } from '@pauta/platform/text/html'
import { micromark } from 'micromark'
import { gfmTable, gfmTableHtml } from 'micromark-extension-gfm-table'

/** Longest text of a page. The longest real article has about 200,000 characters; a message may have 1,000,000. */
const TEXT_MAX_CHARACTERS = 200_000
/** Parts are rendered one by one, so that micromark's quadratic work stays within a part. */
const PART_CHARACTERS = 2_000
/** Most work of a part and of a text, in units of 0.1 µs of one processor: 0.1 s and 0.3 s. */
const PART_MAX_WORK = 1_000_000
const TEXT_MAX_WORK = 3_000_000

/** Cuts a text at blank lines into parts of about 2,000 characters. A longer paragraph, list or table stays whole. */
function splitParts(text: string): string[] {
  const parts: string[] = []
  for (const block of text.split(/\n(?:[ \t]*\n)+/)) {
    const last = parts.at(-1)
    if (last !== undefined && last.length + block.length < PART_CHARACTERS)
      parts.push(`${parts.pop()}\n\n${block}`)
    else parts.push(block)
  }
  return parts
}

/** Returns the paragraphs of a part, with its markup as the agency typed it. */
function renderPlain(part: string): string {
  const paragraphs = part.split('\n\n').filter((paragraph) => paragraph.trim() !== '')
  return paragraphs.map((paragraph) => html`<p>${paragraph}</p>`.text).join('\n')
}

/**
 * Returns the HTML of a part. micromark leaves out HTML in the text and addresses that run scripts. Images become links,
 * because the page loads nothing from other hosts.
 */
function renderMarkdown(part: string): string {
  return micromark(part, { extensions: [gfmTable()], htmlExtensions: [gfmTableHtml()] })
    .replaceAll(/<img src="([^"]*)" alt="([^"]*)"[^>]*>/g, (_, source: string, alt: string) =>
      source === '' ? alt : `<a href="${source}">${alt === '' ? 'Imagem' : alt}</a>`,
    )
    .replaceAll(/<(\/?)h1>/g, '<$1h2>')
}

/** Returns the beginning of a text that is too long, cut at a line if one ends in its second half. */
function cut(text: string): string {
  const start = text.slice(0, TEXT_MAX_CHARACTERS).toWellFormed()
  const end = start.lastIndexOf('\n')
  return end > TEXT_MAX_CHARACTERS / 2 ? start.slice(0, end) : start
}

/**
 * Returns an article's Markdown as HTML: at most 200,000 characters, then a note. Parts that would take micromark long
 * become plain paragraphs, so that no text of any writer holds up the page.
 */
export function renderArticleText(content: string): string {
  const text = content.length > TEXT_MAX_CHARACTERS ? cut(content) : content
  let left = TEXT_MAX_WORK
  const parts = splitParts(text).map((part) => {
    const work = estimateMarkdownWork(part)
    if (work > Math.min(PART_MAX_WORK, left)) return renderPlain(part)
    left -= work
    return renderMarkdown(part)
  })
  if (text.length < content.length) parts.push('<p><em>O texto continua no site de origem.</em></p>')
  return parts.join('\n')
}
