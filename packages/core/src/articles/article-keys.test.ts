import { describe, expect, it } from 'vitest'
import { addressKey, headlineKey } from './article-keys.ts'
import { isWebAddress, readWebAddress } from './web-address.ts'

const ADDRESS = 'https://www.gov.br/mec/educação/nota?id=7&ano=2026'

describe('the key of an address', () => {
  it.each([
    'https://www.gov.br/mec/x/../educação/nota?id=7&ano=2026',
    'https://www.gov.br//mec//educação/nota/?id=7&ano=2026',
    'https://a:b@www.gov.br/mec/educação/nota?id=7&ano=2026',
    'https://www.gov.br./mec/educação/nota?id=7&ano=2026',
    'https://www.gov.br/mec/educação/nota?id=7&ano=2026'.normalize('NFD'),
    'https:\\\\www.gov.br\\mec\\educação\\nota?id=7&ano=2026',
    'HTTP://GOV.BR:80/MEC/educa%c3%a7%C3%A3o/nota?ano=2026&id=7&utm_source=x&fbclid=1#topo',
    'https://www.gov.br/%6dec/educa%C3%A7%C3%A3o/nota?id=%37&ano=2026',
    'https://www.gov.br/mec/educação/nota?id=7&=&ano=2026&',
    'https://www.gov.br:80/mec/educação/nota?id=7&ano=2026&gclid=1',
    'http://www.gov.br:443/mec/educação/nota?id=7&ano=2026&fbclid',
  ])('is the same for %s', (spelling) => {
    expect(addressKey(spelling)).toBe(addressKey(ADDRESS))
  })

  it.each([
    'https://www.gov.br/mec/educação/nota?id=8&ano=2026',
    'https://www.gov.br/mec/educação/nota',
    'https://www.gov.br/mec/educacao/nota?id=7&ano=2026',
    'https://portal.gov.br/mec/educação/nota?id=7&ano=2026',
    'https://www.gov.br:8443/mec/educação/nota?id=7&ano=2026',
    'https://www.gov.br/mec/educação/nota?id=7&ano=2026&x_utm_source=x',
    'https://www.gov.br/mec/educação/nota?id=7&ano=2026&fbclid2=1',
    'https://www.gov.br/mec/educação/nota?id=7&ano=2026&=x',
    'nota',
  ])('differs for %s', (other) => {
    expect(addressKey(other)).not.toBe(addressKey(ADDRESS))
  })
})

describe('the key of a headline', () => {
  const publishedAt = new Date('2026-06-01T12:00:00Z')
  const keyOf = (title: string, agencyKey = 'mec') => headlineKey({ agencyKey, title, publishedAt })

  it('ignores case, spacing, invisible characters and the Unicode form', () => {
    for (const title of [
      'Educação\u200b  hoje',
      '\u2060EDUCAÇÃO HOJE ',
      'Educação hoje'.normalize('NFD'),
      'Edu\u00adcação hoje',
    ])
      expect(keyOf(title)).toBe(keyOf('Educação hoje'))
    expect(keyOf('Educação amanhã')).not.toBe(keyOf('Educação hoje'))
    expect(keyOf('Educação hoje', 'saude')).not.toBe(keyOf('Educação hoje'))
    expect(keyOf(' \u200b')).toBeUndefined()
  })
})

describe('an address', () => {
  it.each([
    'https://user:pw@evil.example\\@www.gov.br/',
    'https://user@www.gov.br/',
    'https://@www.gov.br/',
    'https://www.gov.br\\mec',
    'javascript:alert(1)',
    'https:www.gov.br',
  ])('is refused as %s', (address) => {
    expect(isWebAddress(address)).toBe(false)
  })

  it('is stored as the URL parser writes it', () => {
    expect(readWebAddress('HTTPS://WWW.gov.br:443/a/../mec/educação')).toBe(
      'https://www.gov.br/mec/educa%C3%A7%C3%A3o',
    )
    expect(readWebAddress(`https://www.gov.br/${'ç'.repeat(4000)}`)).toBeUndefined()
  })
})
