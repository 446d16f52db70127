import { describe, expect, it } from 'vitest'
import { all, parseHtml } from '../html/page.ts'
import { readBody } from './read-body.ts'

const HEAD = { title: 'Curso de redes', kicker: null, subtitle: null }

/** Reads a body with paragraphs of these numbers of characters: of the text, and of keywords. */
function readParagraphs(text: readonly number[], keywords: readonly number[]) {
  const paragraphs = [
    ...text.map((length) => `<p>${'t'.repeat(length)}</p>`),
    ...keywords.map((length) => `<p class="keywords">${'k'.repeat(length)}</p>`),
  ]
  const [body] = all('body', parseHtml(`<html><body>${paragraphs.join('')}</body></html>`))
  if (!body) throw new Error('The page has no body')
  return readBody(body, HEAD, 'https://www.gov.br/pesca/')
}

describe('a body whose full cleaning leaves', () => {
  it.each([
    ['25 % of the text', [40], [120], true],
    ['under 25 % of the text, in most paragraphs', [20, 19], [120], false],
    ['40 % of the paragraphs with under 40 % of the text', [20, 19], [21, 20, 20], true],
    ['under 40 % of the paragraphs with 40 % of the text', [40], [30, 30], true],
    ['under 40 % of the paragraphs and of the text', [39], [31, 30], false],
  ])('%s (text %j, keywords %j) is cleaned fully: %j', (_, text, keywords, isFull) => {
    const { markdown, isLight } = readParagraphs(text, keywords)
    expect({ isLight, hasText: markdown.includes('t'), hasKeywords: markdown.includes('k') }).toEqual({
      isLight: !isFull,
      hasText: true,
      hasKeywords: !isFull,
    })
  })
})
