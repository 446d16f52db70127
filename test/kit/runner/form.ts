import { inject } from 'vitest'

/** Chooses a number of runs, kills or milliseconds: large in `npm run test:long`, small in the other commands. */
export const byForm = (numbers: Record<'short' | 'long', number>): number => numbers[inject('form')]

/** Chooses the seed of a property: another one in each `npm run test:long`, otherwise the given one, so that it repeats. */
export const seedByForm = (short: number): number => byForm({ short, long: Date.now() % 2 ** 31 })
