import { expect, it } from 'vitest'
import { limitAnswer } from './answer-size.ts'

const ANSWER_MAX_BYTES = 6 * 1024 * 1024 - 4096

/** An answer that takes so many bytes as JSON. The body has `letter` in front. */
function answerOf(bytes: number, letter: string) {
  const empty = { statusCode: 200, headers: {}, body: letter }
  const rest = bytes - Buffer.byteLength(JSON.stringify(empty))
  return { ...empty, body: letter + 'x'.repeat(rest) }
}

it.each([
  ['x', 0, true],
  ['x', 1, false],
  // Each is longer as JSON, or in bytes, than in letters.
  ['"', 0, true],
  ['"', 1, false],
  ['ç', 0, true],
  ['ç', 1, false],
])('an answer with %s that takes %i bytes more than Lambda allows is sent: %j', (letter, more, isSent) => {
  const answer = answerOf(ANSWER_MAX_BYTES + more, letter)
  const limited = limitAnswer(answer)
  expect(limited === answer).toBe(isSent)
  expect(limited.body.includes('"LIMIT_EXCEEDED"')).toBe(!isSent)
  expect(limited.body.includes('A resposta passa de 6 MB: peça menos')).toBe(!isSent)
})
