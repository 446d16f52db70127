import { createServer, type AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { assertPortFree, findPortFrom } from './ports.ts'

it('a port that is taken is refused when it was asked for, and the next free one is found when it was not', async () => {
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
