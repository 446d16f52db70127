import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readSiteOnce } from '@pauta/cli/scrape/read-site-once'
import { HOUR_MS, MINUTE_MS } from '@pauta/platform/time/time'
import { LoopbackSite } from './loopback-site.ts'

/** A Tuesday afternoon. */
export const START = new Date('2026-03-10T18:00:00Z')
const QUARTER = 15 * MINUTE_MS

interface Options {
  lookAgain?: boolean
  start?: string
  end?: string
  kind?: string
  listingUrls?: string[]
}

/** A site of this machine that `scrape site` reads, at a time of its own, with a state between its runs. */
export class Situation {
  readonly site = new LoopbackSite()
  now = START
  #folder = ''

  async start(): Promise<this> {
    await this.site.start()
    this.#folder = await mkdtemp(join(tmpdir(), 'situation-'))
    return this
  }

  async stop(): Promise<void> {
    await this.site.stop()
    await rm(this.#folder, { recursive: true })
  }

  /** Reads the site once, and lets time pass until the next run. */
  async run(
    { kind = 'plone-html', listingUrls = [this.site.listingUrl], ...options }: Options = {},
    wait = QUARTER,
  ) {
    this.site.asked = []
    const file = join(this.#folder, 'site.json')
    await writeFile(file, JSON.stringify({ key: 'mec', kind, listingUrls }))
    const { now } = this
    const reading = await readSiteOnce(file, { state: this.#folder, now, pauseMs: 0, ...options })
    this.now = new Date(now.getTime() + wait)
    return { ...reading, slugs: reading.articles.map(({ url }) => url.slice(url.lastIndexOf('/') + 1)) }
  }

  lookAgain = () => this.run({ lookAgain: true }, 8 * HOUR_MS)
}

export const range = (count: number, name = 'n'): string[] =>
  Array.from({ length: count }, (_, at) => `${name}${at + 1}`)

/** The kind of the first fault of an article or listing. */
export const faultOf = (faults: readonly { url: string; kind: string }[], slug: string): string | undefined =>
  faults.find(({ url }) => url.endsWith(`/${slug}`))?.kind
