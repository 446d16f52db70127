import { expect, it } from 'vitest'
import { contrastOf } from './contrast.ts'
import { publisherSchema } from './publisher.ts'

it.each([
  ['#000000', '#ffffff', 21],
  ['#ffffff', '#ffffff', 1],
  // Greys at the edge of the criterion, as other calculators have them.
  ['#767676', '#ffffff', 4.54],
  ['#777777', '#ffffff', 4.48],
  // Parts up to 10 of 255 have a linear luminance.
  ['#0a0a0a', '#ffffff', 19.8],
  ['#0b0b0b', '#ffffff', 19.68],
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
  ['an empty licence', { textLicence: ' ' }],
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

it.each([
  ['green', 'must be a colour as #12695a'],
  ['#7ccdb8', 'must have a contrast of at least 4.5 to #f7f6f2: #7ccdb8 has 1.72'],
])('says what is wrong with the colour %s', (colour, problem) => {
  const { error } = publisherSchema.safeParse({ colour })
  expect(error?.issues.map(({ message }) => message)).toEqual([problem])
})

it.each([{ contact: 'fale@orgao.gov.br' }, { contact: 'https://orgao.gov.br/fale' }, { colour: '#0B56A3' }])(
  'takes %j',
  (values) => {
    expect(publisherSchema.parse(values)).toMatchObject(values)
  },
)
