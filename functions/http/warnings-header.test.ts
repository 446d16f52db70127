import { describe, expect, it } from 'vitest'
import { describeWarnings } from './warnings-header.ts'

/** With its quotes and brackets, a list of one such text has 4,000 characters. */
const fitting = 'x'.repeat(3996)

describe('the header with warnings', () => {
  it.each([
    [[], {}],
    [['a', 'b'], { 'x-warnings': '["a","b"]' }],
    [['ção "~'], { 'x-warnings': '["\\u00e7\\u00e3o \\"~"]' }],
    [['\u{1f600}'], { 'x-warnings': '["\\ud83d\\ude00"]' }],
    [[fitting], { 'x-warnings': `["${fitting}"]` }],
    [[fitting, 'b'], { 'x-warnings': `["${fitting}"]` }],
    [['a', fitting, 'b'], { 'x-warnings': '["a"]' }],
    [[`${fitting}x`], {}],
    [[`${fitting}x`, 'b'], {}],
  ])('of %j', (warnings, header) => {
    expect(describeWarnings(warnings)).toEqual(header)
  })
})
