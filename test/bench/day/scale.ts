// The table of docs/scale.md: what a day costs now, at ten times and at a hundred times the news and the mails.

/** What one article, one delivery or one run of a scrape job costs. */
export interface Cost {
  statements: number
  /** Requests to queues and storage. */
  requests: number
  processorSeconds: number
}

export interface DayCosts {
  article: Cost
  delivery: Cost
  /** Its requests to sites included. */
  run: Cost
  /** Runs of scrape jobs, and requests to sites, a day. Neither grows with the news. */
  runsPerDay: number
  visitsPerDay: number
}

const ARTICLES_PER_DAY = 250
const MAILS_PER_DAY = 200
const FACTORS = [1, 10, 100]
const DAY_SECONDS = 86_400
const MONTH_DAYS = 30
/** Share of the day's mails that are due at eight o'clock, and the objective for them. */
const MORNING_SHARE = 0.6
const MORNING_SECONDS = 600

const whole = (value: number) => Math.round(value).toLocaleString('en-US')
const small = (value: number) => value.toFixed(value < 1 ? 3 : 1)

/** Sums a kind of cost over a day with so many times the news and mails. */
function perDay({ article, delivery, run, runsPerDay }: DayCosts, kind: keyof Cost, factor: number): number {
  return (
    article[kind] * ARTICLES_PER_DAY * factor +
    delivery[kind] * MAILS_PER_DAY * factor +
    run[kind] * runsPerDay
  )
}

/** Statements a second while the mails of eight o'clock are made and sent within ten minutes. */
function atEight(costs: DayCosts, factor: number): number {
  const mails = MAILS_PER_DAY * factor * MORNING_SHARE
  const others = perDay(costs, 'statements', factor) / DAY_SECONDS
  return others + (costs.delivery.statements * mails) / MORNING_SECONDS
}

/** Rows of a Markdown table: present, × 10 and × 100. GraphQL requests are not part of it. */
export function renderScale(costs: DayCosts): string {
  const row = (name: string, value: (factor: number) => string) =>
    `| ${[name, ...FACTORS.map(value)].join(' | ')} |`
  return [
    row('statements a second, on average', (factor) =>
      small(perDay(costs, 'statements', factor) / DAY_SECONDS),
    ),
    row('statements a second at eight', (factor) => small(atEight(costs, factor))),
    row('requests to queues and storage a month', (factor) =>
      whole(perDay(costs, 'requests', factor) * MONTH_DAYS),
    ),
    row('processors, on average', (factor) => small(perDay(costs, 'processorSeconds', factor) / DAY_SECONDS)),
    row('requests to news sites a day', () => whole(costs.visitsPerDay)),
  ].join('\n')
}
