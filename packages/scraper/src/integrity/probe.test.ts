import { describe, expect, it } from 'vitest'
import { createMemory, systemClock } from '../fetch/ports.ts'
import { isCheckable, Probe } from './probe.ts'

const HOSTS = new Set(['www.gov.br', 'noticias.ipea.gov.br'])

it.each([
  ['a page of a news site', 'https://www.gov.br/mec/a', true],
  ['a page of a site that an operator added', 'https://noticias.ipea.gov.br/a', true],
  ['a picture of the broadcaster', 'https://imagens.ebc.com.br/a.jpg', true],
  ['a page of another site', 'https://www.exemplo.gov.br/a', false],
  ['a host that begins like a news site', 'https://www.gov.br.exemplo.org/a', false],
  ['a news site without encryption', 'http://www.gov.br/mec/a', false],
  ['a news site without a path', 'https://www.gov.br', false],
])('decides whether %s may be checked', (_, address, expected) => {
  expect(isCheckable(address, HOSTS)).toBe(expected)
})

describe('a probe', () => {
  /** A probe of a server that answers `status`, or not at all. */
  function probeOf(status: number | null): { probe: Probe; pauses: string[] } {
    const pauses: string[] = []
    const probe = new Probe({
      fetch: () => {
        if (status === null) return Promise.reject(new TypeError('fetch failed'))
        return Promise.resolve(new Response(null, { status }))
      },
      clock: systemClock,
      memory: { ...createMemory(), savePause: (host) => Promise.resolve(void pauses.push(host)) },
      userAgent: 'Pauta',
      delayMilliseconds: 0,
      hosts: HOSTS,
    })
    return { probe, pauses }
  }
  const PAGE = 'https://www.gov.br/mec/a'
  const known = { hash: 'sha256:a', etag: null }

  it.each([
    [404, 'removed'],
    [410, 'removed'],
    [403, 'error'],
    [500, 'error'],
    [null, 'error'],
  ])('finds a page that answers %s %s', async (status, expected) => {
    const { probe } = probeOf(status)
    expect(await probe.checkContent(PAGE, known)).toMatchObject({ status: expected, httpCode: status })
  })

  it.each([
    [404, 'broken'],
    [500, 'broken'],
    [null, 'unknown'],
  ])('finds a picture that answers %s %s', async (status, expected) => {
    const { probe } = probeOf(status)
    expect(await probe.checkImage(PAGE)).toMatchObject({ status: expected, httpCode: status })
  })

  it.each([
    [429, ['www.gov.br']],
    [503, ['www.gov.br']],
    [500, []],
  ])('slows down after %i', async (status, expected) => {
    const { probe, pauses } = probeOf(status)
    await probe.checkContent(PAGE, known)
    expect(pauses).toEqual(expected)
  })
})
