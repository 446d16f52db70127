import { expect, it } from 'vitest'
import { compileThemeRules } from './theme-rules.ts'
import { toThemeExample, trainThemes, type ThemeExample } from './train-themes.ts'

const THEMES = ['01', '01.01', '01.01.01', '01.01.02', '01.02', '02', '02.01'].map((code) => ({
  code,
  label: `T${code}`,
  level: code.split('.').length as 1 | 2 | 3,
}))
const rules = compileThemeRules({ themes: THEMES, words: { '01': 'mar' }, agencies: {} })

/** An example whose words have these hashes and weights. The scores are in the order of the themes. */
const example = (code: string, words: Record<number, number>, scores: number[]): ThemeExample => ({
  code,
  hashes: Uint32Array.from(Object.keys(words), Number),
  weights: Float32Array.from(Object.values(words)),
  scores: Float32Array.from(scores),
})
// 65,538, 16,387 and 2,049 are in the buckets 2, 3 and 1 of the levels that have as few buckets.
const first = example('01.01.02', { 1: 0.8, 65_538: 0.6 }, [1, 0.5, 0.25, 0, 0, 0, 2])
const EXAMPLES = [
  first,
  example('02.01', { 2: 0.6, 16_387: 0.8 }, [0, 1, 0, 0, 0, 0.5, 0]),
  example('01', { 8: 1 }, [0, 0, 0, 0, 0, 1, 0]),
  example('01.02', { 4: 1, 2049: 0.00001 }, [0, 0, 0, 0, 1, 0, 0]),
]

it('learns the weights of each bucket and theme by five steps for each example', async () => {
  const layers = await trainThemes(rules, EXAMPLES)
  const learned = layers.map(({ buckets, scale, codes, weights }) => [
    buckets,
    scale,
    Object.fromEntries(
      [...weights.entries()]
        .filter(([, weight]) => weight !== 0)
        .map(([at, weight]) => [
          `${Math.floor(at / codes.length)} ${codes[at % codes.length]}`,
          Math.round(weight * 1000) / 1000 || 0,
        ]),
    ),
  ])
  expect(learned).toEqual([
    [
      65536,
      1,
      {
        '1 01': 1.04,
        '1 02': -1.04,
        '2 01': -0.15,
        '2 02': 0.15,
        '4 01': 1.093,
        '4 02': -1.093,
        '8 01': 1.218,
        '8 02': -1.218,
        '2049 01': 0,
        '2049 02': 0,
        '16387 01': -1.08,
        '16387 02': 1.08,
      },
    ],
    [
      16384,
      1,
      {
        '1 01.01': 1.149,
        '1 01.02': -0.872,
        '2 01.01': 1.132,
        '2 01.02': -0.823,
        '2 02.01': 1.205,
        '3 02.01': 1.226,
        '4 01.01': -0.968,
        '4 01.02': 1.212,
        '2049 01.01': 0,
        '2049 01.02': 0,
      },
    ],
    [2048, 1, { '1 01.01.01': -0.955, '1 01.01.02': 1.214, '2 01.01.01': -0.926, '2 01.01.02': 1.203 }],
  ])
})

it('takes the hashes, the scores and the code of an article', () => {
  const { code, hashes, scores } = toThemeExample({ title: 'mar', text: '', agencyKey: null }, '01', rules)
  expect([code, hashes.length, scores.length, scores.findIndex((score) => score > 0)]).toEqual([
    '01',
    1,
    7,
    0,
  ])
})

it('gives way to other work after every hundredth example, the first included', async () => {
  let times = 0
  const signal = { throwIfAborted: () => times++ } as unknown as AbortSignal
  await trainThemes(rules, Array<ThemeExample>(101).fill(first), signal)
  expect(times).toBe(5 * 2)
})
