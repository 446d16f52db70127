import { expect, test } from 'vitest'
import { ByteArena, PAYLOAD_START } from './byte-arena.ts'

const MEGABYTE = 1 << 20

test('an arena reserves little for few lists', () => {
  const arena = new ByteArena()
  expect(arena.bytes).toBe(0)
  for (let list = 0; list < 100; list++) arena.allocate(16)
  expect(arena.bytes).toBeLessThan(10_000)
})

test('an arena keeps what is written while its first slab grows and others follow', () => {
  const arena = new ByteArena()
  const sizes = [16, 1024, 1 << 16]
  const chunks = Array.from({ length: 200 }, (_, at) => {
    const chunk = arena.allocate(sizes[at % sizes.length] ?? 16)
    arena.slabOf(chunk)[arena.offsetOf(chunk) + PAYLOAD_START] = at
    return chunk
  })
  for (const [at, chunk] of chunks.entries()) arena.link(chunk, chunks[at - 1] ?? 0)
  expect(new Set(chunks).size).toBe(chunks.length)
  expect(chunks.map((chunk) => arena.slabOf(chunk)[arena.offsetOf(chunk) + PAYLOAD_START])).toEqual(
    chunks.map((_, at) => at),
  )
  expect(chunks.map((chunk) => arena.nextOf(chunk))).toEqual([0, ...chunks.slice(0, -1)])
  expect(arena.bytes).toBeGreaterThan(4 * MEGABYTE)
  expect(arena.bytes).toBeLessThan(7 * MEGABYTE)
})
