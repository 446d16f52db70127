import { describe, expect, it } from 'vitest'
import { readBody } from './answer.ts'

/** An answer of six bytes in two chunks, which says that it has the given length. */
const answer = (declared: number | undefined) => {
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const text of ['abc', 'def']) controller.enqueue(new TextEncoder().encode(text))
      controller.close()
    },
  })
  return new Response(body, { headers: declared === undefined ? {} : { 'content-length': String(declared) } })
}

describe('the body of an answer', () => {
  it.each([
    [undefined, 6],
    [6, 6],
    [1, 6],
  ])('that declares %s bytes may have %d', async (declared, bytesMax) => {
    expect(new TextDecoder().decode(await readBody(answer(declared), bytesMax))).toBe('abcdef')
  })

  it.each([
    [undefined, 5],
    [1, 5],
    [7, 6],
  ])('that declares %s bytes is refused above %d', async (declared, bytesMax) => {
    await expect(readBody(answer(declared), bytesMax)).rejects.toThrow(`over ${bytesMax} bytes`)
  })
})
