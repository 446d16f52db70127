import { expect, it } from 'vitest'
import { isReadyAnswer, listStoreTroubles, type ReadyAnswer } from './ready-answer.ts'

const ADDRESS = 'https://api.exemplo.org/ready'
const well: ReadyAnswer = {
  dependencies: { postgresql: 'ok', 'search-index': 'ok' },
  writes: { postgresql: 'ok' },
  index: { status: 'ok', documents: 10, expected: 10 },
  pipeline: { enrich: { oldestOpenSeconds: 900 }, index: { oldestOpenSeconds: 0 } },
}
const look = `curl -s ${ADDRESS}`

it.each([
  ['nothing', {}, []],
  [
    'the index',
    { dependencies: { postgresql: 'ok', 'search-index': 'down' } },
    [[true, /^O índice de busca não responde/, look]],
  ],
  [
    'the database, once, also as it takes no write',
    { dependencies: { postgresql: 'down', 'search-index': 'ok' }, writes: { postgresql: 'down' } },
    [[true, /^O PostgreSQL não responde/, look]],
  ],
  [
    'a dependency of a later version',
    { dependencies: { postgresql: 'ok', cofre: 'down' } },
    [[true, /cofre/, look]],
  ],
  ['a database without writes', { writes: { postgresql: 'down' } }, [[true, /não aceita escrita/, look]]],
  [
    'missing documents',
    { index: { status: 'degraded', documents: 1200, expected: 3000 } },
    [[false, /1\.200 .* 3\.000/, 'npm run sync-typesense -- --full-sync']],
  ],
  ['documents that could not be counted', { index: null }, []],
  ['steps that could not be read', { pipeline: null }, []],
  [
    'a step beyond 15 minutes',
    { pipeline: { enrich: { oldestOpenSeconds: 901 }, index: { oldestOpenSeconds: 900 } } },
    [[false, /enrich .* 15 min/, 'npm run pipeline -- status --step enrich']],
  ],
])('an answer with trouble of %s is described', (_, changes, expected) => {
  const troubles = listStoreTroubles({ ...well, ...changes }, ADDRESS)
  expect(troubles).toEqual(
    expected.map(([isDown, text, command]) => ({
      isDown,
      text: expect.stringMatching(text as RegExp) as string,
      command,
    })),
  )
})

it('no answer at all is a trouble too', () => {
  expect(listStoreTroubles(undefined, ADDRESS)).toMatchObject([{ isDown: true, command: look }])
})

it.each([
  [well, true],
  [null, false],
  ['ok', false],
  [{ dependencies: {} }, false],
])('%j is an answer: %s', (value, expected) => {
  expect(isReadyAnswer(value)).toBe(expected)
})
