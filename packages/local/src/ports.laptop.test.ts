import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { assertPortFree, findPortFrom } from './ports.ts'

it('refuses a requested port that is in use, and finds the next free port otherwise', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  try {
    await expect(assertPortFree(port)).rejects.toThrow(`Port ${port} is taken.`)
    expect(await findPortFrom(port)).toBeGreaterThan(port)
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
})
