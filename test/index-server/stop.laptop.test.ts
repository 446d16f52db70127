import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startIndexServer } from '../../packages/index-server/src/server.ts'
import { KEY, createIndexClient } from './index-harness.ts'
import { DOCUMENTS, SCHEMA } from './small-corpus.ts'

/** Tries thousands of combinations of words with typos: it would take minutes. */
const ENDLESS = {
  collection: 'noticias',
  q: Array.from({ length: 100 }, (_, at) => `educacao${at}`).join(' '),
  query_by: 'titulo,texto',
  exhaustive_search: true,
  search_cutoff_ms: 600_000,
}

test('a stop waits for short requests and aborts long ones', async () => {
  const server = await startIndexServer({ port: 0, key: KEY })
  await server.loaded
  const index = createIndexClient(server.url, () => server.stop())
  const words = Array.from({ length: 100 }, (_, at) => `educacao${at} educacaa${at} educacai${at}`).join(' ')
  await index.load(SCHEMA, 'noticias', [...DOCUMENTS, { ...DOCUMENTS[0], id: 'longo', texto: words }])

  const endless = index.call('POST', '/multi_search', { searches: [ENDLESS] })
  const half = connect(server.port, '127.0.0.1')
  await once(half, 'connect')
  half.write(
    `POST /collections/noticias/documents/import HTTP/1.1\r\nhost: x\r\nx-typesense-api-key: ${KEY}\r\ncontent-length: 999\r\n\r\n{`,
  )
  const cutOff = once(half, 'close')
  // The endless search lets other requests be answered.
  expect(await index.ids('noticias', { q: 'turismo', query_by: 'titulo' })).toEqual(['n8', 'n9'])

  await server.stop()
  expect(await endless).toMatchObject({ status: 503, json: { message: 'The server is shutting down.' } })
  await cutOff
  await expect(index.call('GET', '/health')).rejects.toThrow('fetch failed')
})
