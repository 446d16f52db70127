import { expect, it } from 'vitest'
import { createFetcher } from './fetcher.ts'
import { createMemory, systemClock } from './ports.ts'
import { relayedFetch } from './relayed-fetch.ts'

const USER_AGENT = 'Pauta/1.0 (+https://pauta.example/robo; contato@pauta.example)'

it('requests every page and robots.txt from the relay, and keeps the addresses of the site', async () => {
  const asked: { address: string; headers: Headers }[] = []
  const atRelay = async (address: string, init: RequestInit) => {
    asked.push({ address, headers: new Headers(init.headers) })
    if (address.endsWith('/a'))
      return new Response(null, { status: 302, headers: { location: 'https://www.gov.br/mec/b?x=1' } })
    return new Response(address.endsWith('/robots.txt') ? '' : 'página')
  }
  const fetcher = createFetcher({
    fetch: relayedFetch(atRelay, { url: 'http://relay.example:8080/', token: 'segredo' }),
    clock: { ...systemClock, sleep: async () => {} },
    memory: createMemory(),
    userAgent: USER_AGENT,
    allowedHosts: new Set(['www.gov.br']),
  })
  const page = await fetcher.fetchPage('https://www.gov.br/mec/a', 'html')
  expect(page).toMatchObject({ finalUrl: 'https://www.gov.br/mec/b?x=1', text: 'página' })
  expect(asked.map(({ address }) => address)).toEqual([
    'http://relay.example:8080/robots.txt',
    'http://relay.example:8080/mec/a',
    'http://relay.example:8080/mec/b?x=1',
  ])
  for (const { headers } of asked) {
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-forwarded-host': 'www.gov.br',
      'x-forwarded-proto': 'https',
      'user-agent': USER_AGENT,
      authorization: 'Bearer segredo',
    })
  }
})
