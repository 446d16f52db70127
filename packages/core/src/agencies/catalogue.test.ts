import { describe, expect, it } from 'vitest'
import { AGENCY_KEY } from './agency.ts'
import { AGENCIES } from './catalogue.ts'
import { AGENCY_SITES } from './sites.ts'

const byKey = new Map(AGENCIES.map((agency) => [agency.key, agency]))
const BROADCASTERS = ['agencia_brasil', 'agenciagov', 'ebc', 'radioagencia_nacional', 'tvbrasil']
const REPUBLISHERS = [...BROADCASTERS, 'govbr'].sort()
/** Bodies with a host of their own. */
const OWN_HOSTS = new Map([
  ['bcb', 'www.bcb.gov.br'],
  ['embrapa', 'www.embrapa.br'],
  ['fiocruz', 'agencia.fiocruz.br'],
  ['ibge', 'agenciadenoticias.ibge.gov.br'],
])

/** Keys from an agency up to the root. Stops at a repeated key, so that a cycle ends. */
function chainOf(key: string): string[] {
  const chain: string[] = []
  for (let at: string | null = key; at !== null && !chain.includes(at); at = byKey.get(at)?.parentKey ?? null)
    chain.push(at)
  return chain
}

function isOnItsSite({ key, newsUrl }: { key: string; newsUrl: string | null }): boolean {
  const url = new URL(newsUrl ?? '')
  if (BROADCASTERS.includes(key) || key === 'memoria-ebc') return /^(\w+\.)?ebc\.com\.br$/.test(url.hostname)
  if (OWN_HOSTS.has(key)) return url.hostname === OWN_HOSTS.get(key)
  return url.hostname === 'www.gov.br' && url.pathname.split('/')[1] === key
}

const keysOf = (agencies: readonly { key: string }[]) => agencies.map((agency) => agency.key)

describe('agency catalogue', () => {
  it('contains 176 agencies with unique keys, in order', () => {
    const keys = keysOf(AGENCIES)
    expect(keys).toHaveLength(176)
    expect(keys).toEqual([...new Set(keys)].sort())
    expect(keys.filter((key) => !AGENCY_KEY.test(key))).toEqual([])
  })

  it('gives each agency a unique official name', () => {
    expect(new Set(AGENCIES.map((agency) => agency.name)).size).toBe(AGENCIES.length)
    const illNamed = AGENCIES.filter(
      ({ key, name }) => name !== name.trim() || name.length < 6 || name.toLowerCase() === key,
    )
    expect(keysOf(illNamed)).toEqual([])
    expect(keysOf(AGENCIES.filter(({ type }) => !/^\p{Lu}\p{Ll}/u.test(type ?? '')))).toEqual([])
  })

  it('contains only existing parents and no cycles', () => {
    const orphans = AGENCIES.filter(({ parentKey }) => parentKey !== null && !byKey.has(parentKey))
    expect(keysOf(orphans)).toEqual([])
    const circling = AGENCIES.filter(({ key }) => byKey.get(chainOf(key).at(-1) ?? '')?.parentKey !== null)
    expect(keysOf(circling)).toEqual([])
  })

  it('puts every ministry directly under the Presidency', () => {
    const ministries = AGENCIES.filter((agency) => agency.type === 'Ministério')
    expect(ministries.length).toBeGreaterThanOrEqual(28)
    expect(keysOf(ministries.filter(({ parentKey }) => parentKey !== 'planalto'))).toEqual([])
  })

  it('contains plain https addresses, on gov.br below the key or on the broadcasters’ sites', () => {
    const odd = AGENCIES.filter(({ newsUrl }) => !/^https:\/\/[^\s?#]+[^\s?#/]$/.test(newsUrl ?? ''))
    expect(keysOf(odd)).toEqual([])
    // Three have no news page of their own, and the portal is not tried yet: none is scraped.
    const shared = AGENCIES.filter(({ newsUrl }) => newsUrl === 'https://www.gov.br/pt-br/noticias')
    expect(keysOf(shared)).toEqual(['cisc', 'govbr', 'investidor', 'produtividade-e-comercio-exterior'])
    expect(shared.filter(({ active }) => active)).toEqual([])
    const own = AGENCIES.filter((agency) => !shared.includes(agency))
    expect(keysOf(own.filter((agency) => !isOnItsSite(agency)))).toEqual([])
  })

  it('marks exactly the public broadcasters and the portal as republishers', () => {
    expect(keysOf(AGENCIES.filter((agency) => agency.isRepublisher))).toEqual(REPUBLISHERS)
  })

  it('marks the names that have no official source', () => {
    expect(keysOf(AGENCIES.filter(({ derivedName }) => derivedName))).toEqual([
      'ansn',
      'cisc',
      'ibde',
      'investidor',
      'memoria-ebc',
      'produtividade-e-comercio-exterior',
      'siscomex',
    ])
  })

  it('marks exactly the agencies with active sites as active', () => {
    const read = AGENCY_SITES.filter(({ active }) => active)
    expect(read).toHaveLength(161)
    expect(keysOf(AGENCIES.filter(({ active }) => active))).toEqual(keysOf(read))
  })
})

describe('news sites', () => {
  it('are 172, one per agency of the catalogue, in order', () => {
    const keys = keysOf(AGENCY_SITES)
    expect(keys).toHaveLength(172)
    expect(keys).toEqual([...new Set(keys)].sort())
    expect(keys.filter((key) => !byKey.has(key))).toEqual([])
  })

  it('have plain https addresses and the kind that matches the address', () => {
    const addresses = AGENCY_SITES.map(({ url }) => url)
    expect(addresses.filter((url) => !/^https:\/\/[^\s?#]+[^\s?#/]$/.test(url))).toEqual([])
    const ofPlone = AGENCY_SITES.filter(({ kind }) => kind.startsWith('plone'))
    expect(ofPlone.filter(({ url }) => !url.startsWith('https://www.gov.br/'))).toEqual([])
    expect(addresses.filter((url) => /\/20\d\d$/.test(url))).toEqual([])
    const read = AGENCY_SITES.filter(({ active }) => active)
    expect(read.filter(({ kind }) => kind === 'plone-html')).toHaveLength(118)
    expect(read.filter(({ kind }) => kind === 'plone6-api')).toHaveLength(37)
  })
})
