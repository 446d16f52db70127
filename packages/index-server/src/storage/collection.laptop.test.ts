import { expect, test, vi } from 'vitest'
import { Collection } from './collection.ts'
import { parseSchema } from '../schema/schema.ts'
import { Store } from './store.ts'

const SCHEMA = parseSchema({ name: 'c', fields: [{ name: 'text', type: 'string' }] })

function open(): { store: Store; collection: Collection } {
  const store = new Store(undefined)
  const number = store.createCollection('c', '{}', 0)
  const collection = new Collection(store, number, SCHEMA, 0)
  collection.transact(() => {
    collection.write('create', { id: 'a', text: 'one' }, 'reject')
    collection.write('create', { id: 'b', text: 'two' }, 'reject')
  })
  return { store, collection }
}

/** Returns the ids of the indexed documents, and the words that find each of them. */
function contents(collection: Collection): Record<string, unknown> {
  const slots = collection.inOrder(collection.index.alive)
  const documents = Array.from(slots, (slot) => collection.read(slot, false))
  const { postings, dictionary } = collection.index.inverted.get('text')!
  for (const { id, text } of documents) {
    const slot = collection.index.findSlot(id as string)
    const word = dictionary.find(text as string)
    expect(word === undefined ? 0 : postings.documentsOf(word)).toBeGreaterThan(0)
    expect(collection.index.alive.has(slot!)).toBe(true)
  }
  return Object.fromEntries(documents.map(({ id, text }) => [id, text]))
}

test('a transaction that fails leaves neither store nor index changed', () => {
  const { collection } = open()
  expect(() =>
    collection.transact(() => {
      collection.write('upsert', { id: 'a', text: 'other' }, 'reject')
      collection.remove(collection.index.findSlot('b')!)
      collection.write('create', { id: 'c', text: 'three' }, 'reject')
      throw new Error('disk full')
    }),
  ).toThrow('disk full')
  expect(contents(collection)).toEqual({ a: 'one', b: 'two' })
  expect(collection.index.live).toBe(2)
})

test('a write that fails in the index is undone in the store, and the transaction continues', () => {
  const { collection } = open()
  collection.transact(() => {
    const field = collection.index.inverted.get('text')!
    const add = vi.spyOn(field, 'add').mockImplementationOnce(() => {
      throw new RangeError('Array buffer allocation failed')
    })
    expect(() => collection.write('upsert', { id: 'a', text: 'other' }, 'reject')).toThrow(RangeError)
    add.mockRestore()
    collection.write('create', { id: 'c', text: 'three' }, 'reject')
  })
  expect(contents(collection)).toEqual({ a: 'one', b: 'two', c: 'three' })
})
