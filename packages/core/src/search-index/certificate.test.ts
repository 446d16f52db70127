import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectSearchIndex } from './client.ts'

const folder = mkdtempSync(join(tmpdir(), 'pauta-certificate-'))
let server: Server | undefined
let url = ''

/** Creates a certificate like the operations guide, for localhost. */
function makeCertificate(name: string): { key: string; cert: string } {
  const [key, cert] = [join(folder, `${name}-key.pem`), join(folder, `${name}.pem`)]
  const options = `-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 1 -subj /CN=localhost`.split(' ')
  const files = ['-addext', 'subjectAltName=DNS:localhost', '-keyout', key, '-out', cert]
  execFileSync('openssl', ['req', '-x509', ...options, ...files], { stdio: 'ignore' })
  return { key: readFileSync(key, 'utf8'), cert: readFileSync(cert, 'utf8') }
}

const own = makeCertificate('own')

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
  rmSync(folder, { recursive: true, force: true })
})

const isHealthy = (ca?: string) => connectSearchIndex({ url, key: 'key', collection: 'news', ca }).isHealthy()

it('connects to an index whose certificate is configured', async () => {
  expect(await isHealthy(own.cert)).toBe(true)
})

it.each([
  ['another certificate', makeCertificate('other').cert],
  ['no configured certificate and an unknown authority', undefined],
])('refuses the connection: %s', async (_, ca) => {
  await expect(isHealthy(ca)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' })
})
