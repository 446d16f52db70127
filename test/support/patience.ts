import { inject } from 'vitest'

/**
 * A limit that ends what hangs, for the machine at hand: the limit of the reference machine times how much slower this
 * one is. For the few limits that are not vitest's own; those are in vitest.config.ts. It is no measure: what has to be
 * fast is measured by `npm run bench`.
 */
export const patient = (limit: number): number => Math.ceil(limit * inject('patience'))
