import { inject } from 'vitest'

/**
 * A limit for this machine: the limit of the reference machine times the measured slowness. For the few limits outside
 * of vitest.config.ts. Speed is measured by `npm run bench`, not here.
 */
export const patient = (limit: number): number => Math.ceil(limit * inject('patience'))
