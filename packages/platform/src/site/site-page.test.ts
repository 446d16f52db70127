import { expect, it } from 'vitest'
import { publisherSchema } from '../config/publisher.ts'
import { placePublisherHead, renderPublisherHead } from './site-page.ts'

const render = (values: object, title = 'Início') => renderPublisherHead(publisherSchema.parse(values), title)

it('names the publisher, and has no colours where none are set', () => {
  expect(render({})).toBe(
    '<title>Início · Pauta</title>\n<meta name="application-name" content="Pauta">\n<link rel="icon" href="/icon.svg">',
  )
})

it('escapes names and addresses', () => {
  const head = render({ name: 'A "<b>"', markUrl: 'https://orgao.example/m.svg?a=1&b=2' }, '</title>')
  expect(head).toContain('<title>&lt;/title&gt; · A &quot;&lt;b&gt;&quot;</title>')
  expect(head).toContain('content="A &quot;&lt;b&gt;&quot;"')
  expect(head).toContain('href="https://orgao.example/m.svg?a=1&amp;b=2"')
})

const LIGHT =
  '@media (prefers-color-scheme: light) { html:root { --accent: #0b56a3; --accent-ink: #0b56a3 } }'
const DARK = '@media (prefers-color-scheme: dark) { html:root { --accent: #9ecbff; --accent-ink: #9ecbff } }'

it.each([
  [{ colour: '#0b56a3' }, LIGHT],
  [{ darkColour: '#9ecbff' }, DARK],
  [{ colour: '#0b56a3', darkColour: '#9ecbff' }, LIGHT + DARK],
])('colours pages of each theme by %j', (values, sheet) => {
  expect(render(values)).toContain(`<style>${sheet}</style>`)
})

it.each([
  ['<p><!--publisher-->a<!--/publisher--></p>', '<p>$&</p>'],
  ['<p>a</p>', '<p>a</p>'],
  ['<!--/publisher--><!--publisher-->', '<!--/publisher--><!--publisher-->'],
])('puts the head into its place in %s', (page, placed) => {
  expect(placePublisherHead(page, '$&')).toBe(placed)
})
