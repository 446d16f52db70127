import { describe, expect, it } from 'vitest'
import { decodePage } from './decode-page.ts'

const utf8 = (text: string) => Buffer.from(text)
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const bytes = (...values: number[]) => Buffer.from(values)
const join = (...parts: Buffer[]) => Buffer.concat(parts)

const TEXT = 'Ministério anuncia ações à população — “início”'
const META = '<meta charset="iso-8859-1"><p>ações</p>'
const HTTP_EQUIV =
  '<meta http-equiv="Content-Type" content="text/html; charset=iso-8859-1"><p>à população</p>'
const XML = '<?xml version="1.0" encoding="ISO-8859-1"?><rss>ações</rss>'

describe('a page becomes text', () => {
  it.each<[string, Buffer, string | null, string]>([
    ['UTF-8 without a charset', utf8(TEXT), null, TEXT],
    ['UTF-8 that its header calls ISO-8859-1', utf8(TEXT), 'text/html; charset=ISO-8859-1', TEXT],
    ['UTF-8 with a charset that nobody knows', utf8(TEXT), 'text/html; charset=utf8mb4', TEXT],
    ['UTF-8 with a mark', join(bytes(0xef, 0xbb, 0xbf), utf8('é')), 'text/html; charset=iso-8859-1', 'é'],
    ['UTF-16 with a mark', join(bytes(0xff, 0xfe), Buffer.from('é a', 'utf16le')), null, 'é a'],
    ['UTF-16 without a mark', Buffer.from('<p>é', 'utf16le'), 'text/html; charset=utf-16le', '<p>é'],
    ['UTF-8 that its header calls UTF-16', utf8(TEXT), 'text/html; charset=utf-16le', TEXT],
    ['UTF-8 with zeros', utf8('a\0é'), 'text/html; charset=utf-8', 'a\0é'],
    ['UTF-8 with zeros that is called ISO-8859-1', utf8('a\0é'), 'text/html; charset=iso-8859-1', 'a\0é'],
    ['ISO-8859-1 without a charset', latin1('Ministério anuncia ações'), null, 'Ministério anuncia ações'],
    [
      'ISO-8859-1 that its header calls UTF-8',
      latin1('Ministério anuncia ações'),
      'text/html; charset=utf-8',
      'Ministério anuncia ações',
    ],
    ['ISO-8859-1 with a meta element', latin1(META), 'text/html', META],
    ['ISO-8859-1 with an equivalent of a header', latin1(HTTP_EQUIV), null, HTTP_EQUIV],
    ['ISO-8859-1 with an XML declaration', latin1(XML), 'application/rss+xml', XML],
    ['ISO-8859-1 with a charset that nobody knows', latin1('é ações'), 'text/html; charset=foo', 'é ações'],
    ['windows-1252 in quotes', latin1('ações'), 'text/html;charset="windows-1252"', 'ações'],
    [
      'quotation marks of Windows that are called ISO-8859-1',
      bytes(0x93, 0x61, 0x94, 0x20, 0xe9),
      'text/html; charset=iso-8859-1',
      '“a” é',
    ],
    [
      'one broken letter of many',
      join(utf8('Ministério '), bytes(0xe2, 0x80), utf8(' ação é')),
      'text/html; charset=utf-8',
      'Ministério \uFFFD ação é',
    ],
    ['one broken letter of two', join(utf8('Ministério '), bytes(0xe2, 0x80)), null, 'Ministério \uFFFD'],
    ['a page that ends in a letter', join(utf8('Educação'), bytes(0xc3)), null, 'Educação\uFFFD'],
    [
      'one letter of UTF-8 in another encoding',
      join(latin1('ação é público '), utf8('é')),
      null,
      'ação é público Ã©',
    ],
    ['nothing', bytes(), null, ''],
  ])('%s', (_, page, contentType, expected) => {
    expect(decodePage(page, contentType)).toBe(expected)
  })
})
