import { expect, it } from 'vitest'
import { countMissing } from './fill.ts'

it.each([
  [{ documents: 500, expected: 500, open: 0 }, 0],
  [{ documents: 0, expected: 500, open: 0 }, 500],
  [{ documents: 0, expected: 500, open: 500 }, 0],
  [{ documents: 498, expected: 500, open: 1 }, 1],
  // A taken-down article whose document still exists.
  [{ documents: 501, expected: 500, open: 1 }, 0],
])('for %j returns %i missing documents', (fill, missing) => expect(countMissing(fill)).toBe(missing))
