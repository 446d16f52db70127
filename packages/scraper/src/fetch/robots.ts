import robotsParser from 'robots-parser'
import { ScrapeError } from '../errors.ts'
import type { Clock, FetchMemory, RobotsCopy } from './ports.ts'

const FRESH_MILLISECONDS = 24 * 60 * 60_000
/** Characters of robots.txt that are read. RFC 9309, 2.5, demands at least 500 KiB. */
const ROBOTS_MAX_CHARACTERS = 500 * 1024

// The package is CommonJS, whose default export TypeScript types as the module.
const parse = robotsParser as unknown as (typeof robotsParser)['default']

export type RobotsRules = { readonly isAllowed: boolean; readonly crawlDelayMilliseconds: number }

/** Answer to a request for robots.txt; `text` is null for a status of 400 to 499. */
export type ReadRobots = (address: string) => Promise<string | null>

/**
 * Reads robots.txt once a day per origin, and the stored copy once per process. A missing or refused file (4xx) allows everything. While the file cannot be
 * read, an older copy is used. Without a copy, the error is thrown, because the site may disallow the request.
 */
export class RobotsGate {
  readonly #memory: FetchMemory
  readonly #clock: Clock
  readonly #agent: string
  readonly #read: ReadRobots
  readonly #reading = new Map<string, Promise<RobotsCopy>>()
  readonly #copies = new Map<string, RobotsCopy>()

  constructor(options: { memory: FetchMemory; clock: Clock; agent: string; read: ReadRobots }) {
    this.#memory = options.memory
    this.#clock = options.clock
    this.#agent = options.agent
    this.#read = options.read
  }

  async rulesFor(address: string): Promise<RobotsRules> {
    const { origin } = new URL(address)
    const { text } = await this.#copyOf(origin)
    const robots = parse(`${origin}/robots.txt`, text)
    return {
      isAllowed: robots.isAllowed(address, this.#agent) ?? true,
      crawlDelayMilliseconds: (robots.getCrawlDelay(this.#agent) ?? 0) * 1_000,
    }
  }

  /** Concurrent requests share one read of the file. */
  async #copyOf(origin: string): Promise<RobotsCopy> {
    const reading = this.#reading.get(origin) ?? this.#readCopy(origin)
    this.#reading.set(origin, reading)
    try {
      const copy = await reading
      this.#copies.set(origin, copy)
      return copy
    } finally {
      this.#reading.delete(origin)
    }
  }

  async #readCopy(origin: string): Promise<RobotsCopy> {
    const known = this.#copies.get(origin) ?? (await this.#memory.findRobots(origin))
    if (known !== null && this.#clock.now() - known.readAt < FRESH_MILLISECONDS) return known
    try {
      const text = ((await this.#read(`${origin}/robots.txt`)) ?? '').slice(0, ROBOTS_MAX_CHARACTERS)
      const copy = { text, readAt: this.#clock.now() }
      await this.#memory.saveRobots(origin, copy)
      return copy
    } catch (error) {
      if (known === null || !(error instanceof ScrapeError)) throw error
      return known
    }
  }
}
