import { vi } from 'vitest'
import { patient } from './patience.ts'

const LIMIT_MS = 120_000

/** Repeats assertions until they pass, as long as `expect.poll` does. To compare one value, use `expect.poll`. */
export const eventually = <T>(assert: () => T | Promise<T>, { interval = 50 } = {}): Promise<T> =>
  vi.waitFor(assert, { timeout: patient(LIMIT_MS), interval })
