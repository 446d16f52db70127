import { expect, it } from 'vitest'
import { readBounded, readWholeRequest } from './read-bounded.ts'

it('returns a body of exactly the bound, in pieces or none', async () => {
  expect(String(await readBounded(new Response('notícia').body, 8))).toBe('notícia')
  const pieces = new Blob(['not', 'ícia']).stream()
  expect(String(await readBounded(pieces, 8))).toBe('notícia')
  expect(await readBounded(new Response(null).body, 0)).toHaveLength(0)
})

it('refuses a body of one byte more, and reads no further', async () => {
  let pieces = 0
  const endless = new ReadableStream(
    {
      pull: (controller) => {
        pieces++
        controller.enqueue(Buffer.from('abc'))
      },
    },
    { highWaterMark: 0 },
  )
  await expect(readBounded(endless, 8)).rejects.toThrow('the answer has more than 8 bytes')
  expect(pieces).toBe(3)
})

it('reads a request to its end before it refuses it', async () => {
  let pieces = 0
  async function* send(count: number) {
    for (; pieces < count; pieces++) yield Buffer.from('abc')
  }
  const refuse = (bytes: number) => new Error(`at most ${bytes}`)
  expect(String(await readWholeRequest(send(3), 9, refuse))).toBe('abcabcabc')
  pieces = 0
  await expect(readWholeRequest(send(4), 11, refuse)).rejects.toThrow('at most 11')
  expect(pieces).toBe(4)
})
