import { expect, it } from 'vitest'
import { countMissing } from './fill.ts'

it.each([
  [{ documents: 500, expected: 500, open: 0 }, 0],
  [{ documents: 0, expected: 500, open: 0 }, 500],
  [{ documents: 0, expected: 500, open: 500 }, 0],
  [{ documents: 498, expected: 500, open: 1 }, 1],
  // A removed article whose document is still to be removed.
  [{ documents: 501, expected: 500, open: 1 }, 0],
])('%j lacks %i documents', (fill, missing) => expect(countMissing(fill)).toBe(missing))
