import { describe, expect, it } from 'vitest'
import { AGENCIES } from './catalogue.ts'

const byKey = new Map(AGENCIES.map((agency) => [agency.key, agency]))
const BROADCASTERS = ['agencia_brasil', 'ebc', 'radioagencia_nacional', 'tvbrasil']

/** Keys from an agency up to the top; stops at the first key met twice, so that a cycle ends. */
function chainOf(key: string): string[] {
  const chain: string[] = []
  for (let at: string | null = key; at !== null && !chain.includes(at); at = byKey.get(at)?.parentKey ?? null)
    chain.push(at)
  return chain
}

function isOnItsSite({ key, newsUrl }: { key: string; newsUrl: string | null }): boolean {
  const url = new URL(newsUrl ?? '')
  if (BROADCASTERS.includes(key)) return /^(\w+\.)?ebc\.com\.br$/.test(url.hostname)
  return url.hostname === 'www.gov.br' && url.pathname.split('/')[1] === key
}

const keysOf = (agencies: readonly { key: string }[]) => agencies.map((agency) => agency.key)

describe('agency catalogue', () => {
  it('names about 160 agencies, each key once, in order', () => {
    const keys = keysOf(AGENCIES)
    expect(keys.length).toBeGreaterThanOrEqual(150)
    expect(keys.length).toBeLessThanOrEqual(170)
    expect(keys).toEqual([...new Set(keys)].sort())
  })

  it('gives each agency an official name of its own', () => {
    expect(new Set(AGENCIES.map((agency) => agency.name)).size).toBe(AGENCIES.length)
    const illNamed = AGENCIES.filter(
      ({ key, name }) => name !== name.trim() || name.length < 6 || name.toLowerCase() === key,
    )
    expect(keysOf(illNamed)).toEqual([])
    expect(keysOf(AGENCIES.filter(({ type }) => !/^\p{Lu}\p{Ll}/u.test(type ?? '')))).toEqual([])
  })

  it('has parents that exist and chains that end at an agency without one', () => {
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

  it('has plain secure addresses, on gov.br under the key or on the broadcasters’ sites', () => {
    const odd = AGENCIES.filter(({ newsUrl }) => !/^https:\/\/[^\s?#]+[^\s?#/]$/.test(newsUrl ?? ''))
    expect(keysOf(odd)).toEqual([])
    expect(keysOf(AGENCIES.filter((agency) => !isOnItsSite(agency)))).toEqual([])
  })

  it('marks exactly the public broadcasters as republishers', () => {
    expect(keysOf(AGENCIES.filter((agency) => agency.isRepublisher))).toEqual(BROADCASTERS)
  })

  it('schedules about 158 agencies', () => {
    const active = AGENCIES.filter((agency) => agency.active)
    expect(active.length).toBeGreaterThanOrEqual(155)
    expect(active.length).toBeLessThanOrEqual(165)
  })
})
