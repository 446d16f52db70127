import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCertificate } from '../../../../test/kit/services/certificate.ts'
import { connectSearchIndex } from './client.ts'

let server: Server | undefined
let url = ''

const own = makeCertificate()

beforeAll(async () => {
  const listening = createServer(own, (_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end('{"ok":true}')
  })
  server = listening
  await new Promise<void>((resolve) => {
    listening.listen(0, '127.0.0.1', resolve)
  })
  url = `https://localhost:${(listening.address() as AddressInfo).port}`
})

afterAll(() => {
  server?.closeAllConnections()
  server?.close()
})

const isHealthy = (ca?: string) => connectSearchIndex({ url, key: 'key', collection: 'news', ca }).isHealthy()

it('connects to an index whose certificate is configured', async () => {
  expect(await isHealthy(own.cert)).toBe(true)
})

it.each([
  ['another certificate', makeCertificate().cert],
  ['no configured certificate and an unknown authority', undefined],
])('refuses the connection: %s', async (_, ca) => {
  await expect(isHealthy(ca)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})
