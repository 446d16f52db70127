import type { QueueReader } from '@pauta/platform/queues/queue-reader'
import { describe, expect, it } from 'vitest'
import type { Erasure } from '../removals/erase.ts'
import { eraseDeadLetters, eraseLargeMessages } from './erase-messages.ts'

const erasure: Erasure = {
  uniqueId: 'dengue_000001',
  agencyKey: 'saude',
  addresses: ['https://www.gov.br/saude/dengue', 'https://www.gov.br/saude/antiga'],
  titles: ['Casos de dengue', 'Casos em Belém'],
  isDone: false,
}
const BODIES: [string, boolean][] = [
  [JSON.stringify({ uniqueId: 'dengue_000001' }), true],
  [JSON.stringify({ uniqueId: 'outra_000002', url: 'https://www.gov.br/saude/outra' }), false],
  [JSON.stringify({ uniqueId: 'outra_000002', url: 'http://gov.br/saude/antiga/' }), true],
  [JSON.stringify({ uniqueId: null, url: null, title: 'Casos de dengue' }), false],
  [JSON.stringify({ uniqueId: 7, title: 'Casos em Belém' }), true],
  ['no JSON: Casos em Belém', true],
  ['no JSON', false],
]

describe('a large message', () => {
  /** A folder with a page of at most `size` keys, as a bucket lists it. */
  function folderOf(bodies: readonly string[]) {
    const keys = bodies.map((_, place) => `ingest/${String(place).padStart(5, '0')}`)
    const asked: { after?: string | undefined; limit: number }[] = []
    const removed: string[][] = []
    const storage = {
      list: async (folder: string, page: { after?: string | undefined; limit: number }) => {
        expect(folder).toBe('ingest/')
        asked.push(page)
        return keys.filter((key) => key > (page.after ?? '')).slice(0, page.limit)
      },
      find: async (key: string) => bodies[keys.indexOf(key)],
      remove: async (gone: readonly string[]) => void removed.push([...gone]),
    }
    return { storage, keys, asked, removed }
  }

  it.each(BODIES)('%s is removed: %s', async (body, isRemoved) => {
    const { storage, keys, removed } = folderOf([body])
    expect(await eraseLargeMessages(storage, erasure)).toEqual(isRemoved ? keys : [])
    expect(removed).toEqual([isRemoved ? keys : []])
  })

  it.each([
    [999, 1],
    [1000, 2],
    [1001, 2],
  ])('of %i is found in %i pages', async (count, pages) => {
    const [[body] = ['']] = BODIES
    const bodies = Array.from({ length: count }, (_, place) =>
      place === 9 || place === count - 1 ? body : '{}',
    )
    const { storage, keys, asked } = folderOf(bodies)
    expect(await eraseLargeMessages(storage, erasure)).toEqual([keys[9], keys[count - 1]])
    expect(asked.map(({ after }) => after)).toEqual([undefined, keys[999]].slice(0, pages))
  })
})

it('dead letters about the article are removed, and those that point to its objects', async () => {
  const pointers = ['ingest/a', 'ingest/b'].map((objectKey) => JSON.stringify({ objectKey }))
  const bodies = [...BODIES.map(([body]) => body), ...pointers, '{}']
  const removed: string[] = []
  let batches = [bodies]
  const reader = {
    take: async () => {
      const [batch = []] = batches
      batches = []
      return batch.map((body) => ({ id: body, body, receipt: body, sentAt: new Date(0), reason: undefined }))
    },
    remove: async (_: string, receipt: string) => void removed.push(receipt),
    hide: async () => {},
  } as unknown as QueueReader
  const walk = { reader, deadLetterUrl: 'dlq', limit: 99, signal: new AbortController().signal }
  await eraseDeadLetters(erasure, ['ingest/a'], walk)
  const wanted = BODIES.filter(([, isRemoved]) => isRemoved).map(([body]) => body)
  expect(removed).toEqual([...wanted, pointers[0]])
})
