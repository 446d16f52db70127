import { channel } from 'node:diagnostics_channel'
import { expect, it } from 'vitest'
import { listenOn } from './fauxqs-host.ts'

const created = channel('fastify.initialization')

/** Makes a server as Fastify does. Its `listen` returns what it was told. */
function makeServer() {
  const fastify = { listen: async (options: object) => JSON.stringify(options) }
  created.publish({ fastify })
  return fastify
}

it('makes a server listen on the host, and leaves later servers alone', async () => {
  const started = await listenOn(
    '127.0.0.1',
    async () => await makeServer().listen({ port: 7, host: '0.0.0.0' }),
  )
  expect(JSON.parse(started)).toEqual({ port: 7, host: '127.0.0.1' })
  expect(await makeServer().listen({ host: '0.0.0.0' })).toBe('{"host":"0.0.0.0"}')
})

it('leaves later servers alone after a start that failed', async () => {
  const start = () => {
    throw new Error('no port')
  }
  expect(() => listenOn('127.0.0.1', start)).toThrow('no port')
  expect(await makeServer().listen({ host: '0.0.0.0' })).toBe('{"host":"0.0.0.0"}')
})
