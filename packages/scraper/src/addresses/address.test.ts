import { describe, expect, it } from 'vitest'
import { articleAddress, firstSegment, isFileAddress, resolveAddress, resolveLink } from './address.ts'

const BASE = 'https://www.gov.br/mec/pt-br/noticias'

describe('an address', () => {
  const long = (characters: number) => `https://a.br/${'x'.repeat(characters - 'https://a.br/'.length)}`
  it.each([
    ['a', 'https://www.gov.br/mec/pt-br/a'],
    [' /a ', 'https://www.gov.br/a'],
    ['http://a.br/x', 'http://a.br/x'],
    ['', null],
    ['  ', null],
    [null, null],
    [undefined, null],
    ['ftp://a.br/x', null],
    ['javascript:alert(1)', null],
    ['data:text/html,x', null],
    ['http://[', null],
    ['mailto:a@b.br', null],
    [long(2000), long(2000)],
    [long(2001), null],
  ])('%j is %j', (href, expected) => {
    expect(resolveAddress(href, BASE)).toBe(expected)
  })

  it.each([
    [' mailto:a@b.br ', 'mailto:a@b.br'],
    ['MAILTO:a@b.br', 'MAILTO:a@b.br'],
    ['mailto:a', null],
    ['mailto:a b@c.br', null],
    ['mailto:a@b@c.br', null],
    ['/a', 'https://www.gov.br/a'],
    [null, null],
  ])('of a link %j is %j', (href, expected) => {
    expect(resolveLink(href, BASE)).toBe(expected)
  })

  it.each([
    ['http://www.gov.br/a', 'https://www.gov.br/a'],
    ['http://GOV.BR/a', 'https://gov.br/a'],
    ['http://agenciabrasil.ebc.com.br/a', 'https://agenciabrasil.ebc.com.br/a'],
    ['http://notgov.br/a', 'http://notgov.br/a'],
    ['http://gov.br.example/a', 'http://gov.br.example/a'],
    ['https://a.br/x/view', 'https://a.br/x'],
    ['https://a.br/x/@@view/', 'https://a.br/x'],
    ['https://a.br/x/viewer', 'https://a.br/x/viewer'],
    ['https://a.br/review', 'https://a.br/review'],
    ['https://a.br/x///', 'https://a.br/x'],
    ['https://a.br/', 'https://a.br'],
    ['https://a.br/view?x=1', 'https://a.br/?x=1'],
    ['https://a.br/x#top', 'https://a.br/x'],
    ['https://a.br/x?utm_source=a&id=3&fbclid=b&GCLID=c&_ga=d&ref_src=e', 'https://a.br/x?id=3'],
    ['https://a.br/x?utm_source=a', 'https://a.br/x'],
    ['https://a.br/x?autm_a=1&fbclid2=2', 'https://a.br/x?autm_a=1&fbclid2=2'],
    ['mailto:a@b.br', null],
    ['', null],
  ])('of an article %j is %j', (href, expected) => {
    expect(articleAddress(href, BASE)).toBe(expected)
  })

  it.each([
    ['https://a.br/x.PDF', true],
    ['https://a.br/x.jpeg?a=1', true],
    ['https://a.br/x.mp4', true],
    ['https://a.br/x.pdf/view', false],
    ['https://a.br/pdf', false],
    ['https://a.br/?x=a.pdf', false],
    ['x.zip', true],
  ])('%s is that of a file: %s', (address, expected) => {
    expect(isFileAddress(address)).toBe(expected)
  })

  it.each([
    ['https://www.gov.br/mec/pt-br', 'mec'],
    ['https://www.gov.br//mec', 'mec'],
    ['https://www.gov.br/', ''],
    ['nothing', ''],
  ])('%s begins with the segment %j', (address, expected) => {
    expect(firstSegment(address)).toBe(expected)
  })
})
