import { inject } from 'vitest'

/** Chooses a number of runs, kills or milliseconds: small in `npm test`, large in `npm run test:long`. */
export const byForm = (numbers: Record<'short' | 'long', number>): number => numbers[inject('form')]

/** Chooses the seed of a property: the given one in `npm test`, so that it repeats, and another one in each long run. */
export const seedByForm = (short: number): number => byForm({ short, long: Date.now() % 2 ** 31 })
