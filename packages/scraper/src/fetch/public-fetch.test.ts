import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { RefusedAddressError } from '@pauta/platform/outbound/public-lookup'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { guardedFetch } from './public-fetch.ts'

let server: Server
let origin = ''
let requests = 0
beforeAll(async () => {
  server = createServer((_, response) => {
    requests += 1
    response.end('notícia')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

describe('the fetch for sites', () => {
  it('asks an origin of the own network that is named', async () => {
    const response = await guardedFetch([origin])(`${origin}/noticias`, {})
    expect(await response.text()).toBe('notícia')
    expect(requests).toBe(1)
  })

  it.each([
    ['without names', () => []],
    ['with another port', () => [`${origin}0`]],
    ['with another scheme', () => [origin.replace('http:', 'https:')]],
    ['with another name', () => [origin.replace('127.0.0.1', 'localhost')]],
  ])('refuses a private address %s', async (_, list) => {
    const before = requests
    await expect(guardedFetch(list())(`${origin}/noticias`, {})).rejects.toThrow(RefusedAddressError)
    expect(requests).toBe(before)
  })

  it('shares its connections between fetchers of the same list alone', () => {
    expect(guardedFetch([origin])).toBe(guardedFetch([origin]))
    expect(guardedFetch([origin])).not.toBe(guardedFetch([]))
  })
})
