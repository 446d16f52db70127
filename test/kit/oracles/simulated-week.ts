import { addressOf } from '@pauta/emulators/sites/site-address'
import { makeNewsSites } from '@pauta/emulators/sites/news-sites'
import { fetchFrom } from '@pauta/emulators/sites/site-fetch'
import type { NewsSite, SiteNews } from '@pauta/emulators/sites/site-types'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@pauta/platform/time/time'
import type { Clock } from '@pauta/scraper/fetch/ports'
import { seeded } from '../runner/seeded.ts'
import { MAINTENANCE } from '../services/loopback-site.ts'
import { aSite, someNews } from '../services/news-sites.ts'

/**
 * What is wrong with a site for one day.
 * - `layout`: all classes and ids of its pages have other names.
 * - `server-error`: the first article of the day answers 500.
 * - `maintenance`: a notice answers for its articles with status 200, on every other day for all its pages.
 * - `moved`: its listing and its articles are in another folder, and remain there.
 * - `undated`: neither its listing nor its pages nor its feed state dates.
 */
export const FAULTS = ['layout', 'server-error', 'maintenance', 'moved', 'undated'] as const
export type Fault = (typeof FAULTS)[number]

const STRUCTURES = ['tiles', 'list', 'items', 'tiles', 'list', 'items', 'tiles'] as const
export const WEEK_SITES: readonly NewsSite[] = [
  'mec',
  'saude',
  'cultura',
  'esporte',
  'turismo',
  'mda',
  'mre',
].map((key, at) => aSite(key, { structure: STRUCTURES[at] ?? 'tiles' }))

/** Days with faults. Each site has each fault once, and two days without any. */
export const FAULTY_DAYS = WEEK_SITES.length
/** Hours of the day at Brasília at which a site publishes. */
const HOURS = [9, 13, 17]
const HISTORY_DAYS = 2
const LISTED_DAYS = 5
const LATENCY_MS = 300

/** The site of a fault on a day from 1 to 7. */
export const siteWith = (fault: Fault, day: number): NewsSite => {
  const site = WEEK_SITES[(FAULTS.indexOf(fault) + day) % WEEK_SITES.length]
  if (site === undefined) throw new Error(`no site has ${fault} on day ${day}`)
  return site
}

/** The site where it is after its move. */
export const movedSite = (site: NewsSite): NewsSite => ({
  ...site,
  listingUrl: site.listingUrl.replace('/assuntos/noticias', '/canais-de-imprensa/noticias'),
})

/** A clock on which all sleeps end at once, and time is what was slept. */
export class SkippingClock implements Clock {
  #now: number
  readonly random = seeded(20_260_310)

  constructor(start: Date) {
    this.#now = start.getTime()
  }

  now = (): number => this.#now

  sleep = async (milliseconds: number): Promise<void> => {
    this.#now += Math.max(0, milliseconds)
  }

  advanceTo(instant: number): void {
    this.#now = Math.max(this.#now, instant)
  }
}

/** An article of the week. Day 0 is the first one, and earlier days are negative. */
export interface WeekNews {
  site: NewsSite
  day: number
  news: SiteNews
}

function textOf(name: string): string[] {
  return ['estados', 'municípios', 'escolas'].map(
    (whom) =>
      `O programa ${name} atende ${whom} de todas as regiões do país, e o prazo das inscrições de ${whom} vai até o fim do mês, como informou a coordenação de ${name} nesta semana.`,
  )
}

/** What the sites publish from the days before the week until its last day. */
export function publishWeek(start: Date, days: number): WeekNews[] {
  return WEEK_SITES.flatMap((site, at) =>
    Array.from({ length: HISTORY_DAYS + days }, (_, position) => position - HISTORY_DAYS).flatMap((day) =>
      HOURS.map((hour) => {
        const name = `${site.key}-${day + HISTORY_DAYS}-${hour}`
        const publishedAt = new Date(start.getTime() + day * DAY_MS + hour * HOUR_MS + at * MINUTE_MS)
        const news = someNews(name, publishedAt, { paragraphs: textOf(name), hasImage: false })
        return { site, day, news }
      }),
    ),
  )
}

const renameMarks = (html: string) =>
  html.replace(/(class|id)="([^"]*)"/g, (_, mark: string, names: string) => {
    const renamed = names
      .split(' ')
      .map((name) => `n${[...name].reduce((sum, each) => sum * 31 + each.charCodeAt(0), 7) % 100_003}`)
    return `${mark}="${renamed.join(' ')}"`
  })
const removeDates = (text: string) =>
  text
    .replace(/\d{4}-\d{2}-\d{2}T[\d:.+Z-]+/g, '')
    .replace(/\d{2}\/\d{2}\/\d{4}/g, '')
    .replace(/\d{2}h\d{2}/g, '')

/** The sites of the week, with their faults by the clock. */
export class WeekSites {
  readonly #start: number
  readonly #clock: Clock
  readonly #news: readonly WeekNews[]
  readonly #asks: { before: ReturnType<typeof fetchFrom>; after: ReturnType<typeof fetchFrom> }

  constructor(news: readonly WeekNews[], { start, clock }: { start: Date; clock: Clock }) {
    this.#start = start.getTime()
    this.#clock = clock
    this.#news = news
    this.#asks = { before: this.#open(WEEK_SITES), after: this.#open(WEEK_SITES.map(movedSite)) }
  }

  #open(sites: readonly NewsSite[]) {
    return fetchFrom(
      makeNewsSites({
        sites,
        now: () => new Date(this.#clock.now()),
        listNews: (key, now) =>
          this.#news
            .filter(({ site, news: { publishedAt } }) => site.key === key && publishedAt <= now)
            .filter(
              ({ news: { publishedAt } }) => now.getTime() - publishedAt.getTime() < LISTED_DAYS * DAY_MS,
            )
            .map(({ news }) => news)
            .sort((a, b) => b.publishedAt.getTime() - a.publishedAt.getTime()),
      }),
    )
  }

  /** The day of the week, from 0 on. */
  get day(): number {
    return Math.floor((this.#clock.now() - this.#start) / DAY_MS)
  }

  /** Where the site is: it moves on the day of that fault. */
  placeOf(site: NewsSite): NewsSite {
    const day = Array.from({ length: FAULTY_DAYS }, (_, at) => at + 1).find(
      (each) => siteWith('moved', each).key === site.key,
    )
    return day !== undefined && this.day >= day ? movedSite(site) : site
  }

  #faultOf(site: NewsSite): Fault | undefined {
    const { day } = this
    if (day < 1 || day > FAULTY_DAYS) return undefined
    return FAULTS.find((fault) => siteWith(fault, day).key === site.key)
  }

  #isFirstOfDay(site: NewsSite, address: string): boolean {
    const first = this.#news.find(({ site: { key }, day }) => key === site.key && day === this.day)
    return first !== undefined && address === addressOf(this.placeOf(site), first.news)
  }

  #isArticle(site: NewsSite, address: string): boolean {
    return address.startsWith(`${this.placeOf(site).listingUrl}/`)
  }

  fetch = async (address: string, init: RequestInit): Promise<Response> => {
    await this.#clock.sleep(LATENCY_MS)
    const { pathname } = new URL(address)
    const site = WEEK_SITES.find(({ key }) => pathname.startsWith(`/${key}/`))
    if (site === undefined) return await this.#asks.before(address, init)
    const place = this.placeOf(site)
    const ask = place === site ? this.#asks.before : this.#asks.after
    const fault = this.#faultOf(site)
    const html = { 'content-type': 'text/html; charset=utf-8' }
    if (fault === 'server-error' && this.#isFirstOfDay(site, address))
      return new Response('<html><body>500</body></html>', { status: 500, headers: html })
    if (fault === 'maintenance' && (this.day % 2 === 0 || this.#isArticle(site, address)))
      return new Response(MAINTENANCE, { headers: html })
    if (fault !== 'layout' && fault !== 'undated') return await ask(address, init)
    // Its validators are those of the usual page.
    const headers = new Headers(init.headers)
    headers.delete('if-none-match')
    headers.delete('if-modified-since')
    const answer = await ask(address, { ...init, headers })
    const text = await answer.text()
    const type = answer.headers.get('content-type') ?? ''
    const isPage = type.includes('html')
    const changed = fault === 'undated' ? removeDates(text) : isPage ? renameMarks(text) : text
    return new Response(changed, { status: answer.status, headers: { 'content-type': type } })
  }
}
