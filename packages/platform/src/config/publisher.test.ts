import { expect, it } from 'vitest'
import { contrastOf } from './contrast.ts'
import { publisherSchema } from './publisher.ts'

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  // Greys at the edge of the criterion, as other calculators have them.
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
])('the contrast of %s and %s is %d', (one, other, contrast) => {
  expect(contrastOf(one, other)).toBeCloseTo(contrast, 2)
  expect(contrastOf(other, one)).toBeCloseTo(contrast, 2)
})

it('has a value for everything', () => {
  expect(publisherSchema.parse({})).toMatchObject({
    name: 'Pauta',
    contact: '',
    markUrl: '',
    dataLicence: '',
  })
})

it.each([
  ['an empty name', { name: ' ' }],
  ['a contact without a scheme', { contact: 'orgao.gov.br/fale' }],
  ['a contact without TLS', { contact: 'http://orgao.gov.br' }],
  ['a script as contact', { privacyContact: 'javascript:alert(1)' }],
  ['a colour by name', { colour: 'green' }],
  ['a colour that ends a style', { colour: '#12695a;}' }],
  ['a light colour on the light ground', { colour: '#7ccdb8' }],
  ['a dark colour on the dark ground', { darkColour: '#0d5548' }],
  // 4.54 to white and 4.20 to the page, 4.71 to the dark page and 4.26 to a card on it.
  ['a colour that is readable on cards alone', { colour: '#767676' }],
  ['a dark colour that is readable beside cards alone', { darkColour: '#7b8480' }],
])('refuses %s', (_, values) => {
  expect(publisherSchema.safeParse(values).success).toBe(false)
})

it.each([{ contact: 'fale@orgao.gov.br' }, { contact: 'https://orgao.gov.br/fale' }, { colour: '#0B56A3' }])(
  'takes %j',
  (values) => {
    expect(publisherSchema.parse(values)).toMatchObject(values)
  },
)
