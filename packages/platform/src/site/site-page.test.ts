import { expect, it } from 'vitest'
import { publisherSchema } from '../config/publisher.ts'
import { placePublisherHead, renderPublisherHead } from './site-page.ts'

const render = (values: object, title = 'Início') => renderPublisherHead(publisherSchema.parse(values), title)

const OWN_LICENCE =
  'Licença dos textos: CC BY-ND 3.0, a que as páginas gov.br indicam, salvo indicação em contrário na página de origem.'

it('names the publisher, and has no colours where none are set', () => {
  expect(render({})).toBe(
    `<title>Início · Pauta</title>
<meta name="application-name" content="Pauta">
<meta name="dcterms.rights" content="${OWN_LICENCE}">
<link rel="icon" href="/icon.svg">`,
  )
})

it('names the licences of texts and data, which files of charts repeat', () => {
  expect(render({ textLicence: 'Domínio "público"', dataLicence: 'CC BY 4.0' })).toContain(
    '<meta name="dcterms.rights" content="Licença dos textos: Domínio &quot;público&quot;. Licença dos dados: CC BY 4.0.">',
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
