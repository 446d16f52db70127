/** Time as the fetcher uses it. Tests give a clock of their own. */
export type Clock = {
  /** Milliseconds since 1970. */
  now(): number
  sleep(milliseconds: number): Promise<void>
  /** A number from 0 to 1, for jitter. */
  random(): number
}

/** What a server gave with a page, to be sent back with the next request for it. */
export type Validators = { readonly etag: string | null; readonly lastModified: string | null }

/** A robots.txt as it was read. An empty text allows everything. */
export type RobotsCopy = { readonly text: string; readonly readAt: number }

/** What the fetcher keeps between runs. A store that forgets costs requests, never an article. */
export type FetchMemory = {
  findValidators(address: string): Promise<Validators | null>
  saveValidators(address: string, validators: Validators): Promise<void>
  findRobots(origin: string): Promise<RobotsCopy | null>
  saveRobots(origin: string, copy: RobotsCopy): Promise<void>
}

/** The clock of the machine. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
  random: () => Math.random(),
}

/** A memory that ends with the process. */
export function createMemory(): FetchMemory {
  const validators = new Map<string, Validators>()
  const robots = new Map<string, RobotsCopy>()
  return {
    findValidators: async (address) => validators.get(address) ?? null,
    saveValidators: async (address, value) => void validators.set(address, value),
    findRobots: async (origin) => robots.get(origin) ?? null,
    saveRobots: async (origin, copy) => void robots.set(origin, copy),
  }
}
