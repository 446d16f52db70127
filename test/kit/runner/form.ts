import { inject } from 'vitest'

/** Chooses a number of runs, kills or milliseconds: small in `npm test`, large in `npm run test:long`. */
export const byForm = (numbers: Record<'short' | 'long', number>): number => numbers[inject('form')]
