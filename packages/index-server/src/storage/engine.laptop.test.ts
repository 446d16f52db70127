import { expect, test } from 'vitest'
import { Engine } from './engine.ts'
import { search } from '../search/search.ts'
import { Store } from './store.ts'

const NOW = new Date(0)
const SCHEMA = { name: 'c', fields: [{ name: 'text', type: 'string' }] }

function open(): Engine {
  return new Engine(new Store(undefined), 'key')
}

function* endless(): Generator<void, never> {
  for (;;) yield
}

test('long work yields to other work, and ends when its caller disconnects', async () => {
  const engine = open()
  const caller = new AbortController()
  const long = engine.runInSlices(endless(), caller.signal)
  const other = engine.runInSlices(
    (function* () {
      yield
      return 'answered'
    })(),
  )
  expect(await other).toBe('answered')
  caller.abort(new Error('gone'))
  await expect(long).rejects.toThrow('gone')
  await engine.close()
})

test('a stop ends endless work', async () => {
  const engine = open()
  const outcome = Promise.allSettled([engine.runInSlices(endless())])
  await engine.close()
  expect(await outcome).toMatchObject([{ status: 'rejected', reason: { status: 503 } }])
})

test('a search during writes returns documents in their state at its end', () => {
  const engine = open()
  const collection = engine.createCollection(SCHEMA, NOW)
  const write = (id: string, text: string): void => {
    collection.transact(() => collection.write('upsert', { id, text }, 'reject'))
  }
  for (const id of ['moved', 'removed', 'kept']) write(id, 'some news')
  const steps = search(
    collection,
    new Map([
      ['q', 'news'],
      ['query_by', 'text'],
    ]),
  )
  expect(steps.next().done).toBe(false)
  write('moved', 'news that changed')
  collection.transact(() => collection.remove(collection.index.findSlot('removed')!))
  write('new', 'more news')
  let step = steps.next()
  while (step.done !== true) step = steps.next()
  const hits = step.value.hits as { document: { id: string; text: string } }[]
  expect(hits.map(({ document }) => document)).toEqual([
    { id: 'kept', text: 'some news' },
    { id: 'moved', text: 'news that changed' },
  ])
  expect(step.value.found).toBe(2)
})

test('a search fails with 404 when its collection is dropped meanwhile', async () => {
  const engine = open()
  const collection = engine.createCollection(SCHEMA, NOW)
  collection.transact(() => collection.write('create', { id: 'a', text: 'news' }, 'reject'))
  const steps = search(
    collection,
    new Map([
      ['q', 'news'],
      ['query_by', 'text'],
    ]),
  )
  steps.next()
  await engine.dropCollection('c')
  expect(() => {
    while (steps.next().done !== true);
  }).toThrow('Not found.')
})
