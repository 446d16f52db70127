import { expect, it } from 'vitest'
import { readBounded } from './read-bounded.ts'

it('returns a body of exactly the bound, in pieces or none', async () => {
  expect(String(await readBounded(new Response('notícia'), 8))).toBe('notícia')
  const pieces = new Blob(['not', 'ícia']).stream()
  expect(String(await readBounded(new Response(pieces), 8))).toBe('notícia')
  expect(await readBounded(new Response(null), 0)).toHaveLength(0)
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
  await expect(readBounded(new Response(endless), 8)).rejects.toThrow('the answer has more than 8 bytes')
  expect(pieces).toBe(3)
})
