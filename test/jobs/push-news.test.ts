import { newArticlesSchema } from '@pauta/delivery/ledger/payloads'
import { writeNewArticlePushes } from '@pauta/delivery/channels/push/new-articles'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { byForm } from '../kit/runner/form.ts'
import { newPerson } from '../kit/rows/people.ts'
import { pushNewArticles } from '@pauta/functions/jobs/push-news/handler'
import { pushNews } from '@pauta/functions/jobs/push-news/job'
import { quickJob } from '../kit/workers/quick-job.ts'
import { startRun } from '../kit/workers/runs.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'
import { clearTables, tables } from '../kit/rows/tables.ts'

let stack: TestStack
/** Stops the next run before it begins. */
let isStopped = false
beforeAll(async () => {
  const job = quickJob(
    pushNews,
    (context) => pushNewArticles(isStopped ? { ...context, signal: AbortSignal.abort() } : context),
    {},
  )
  stack = await startTestStack({ inbox: { port: 0 }, idleWorkers: ['index', 'enrich', 'embed'], jobs: [job] })
})
afterAll(() => stack.stop())

const MINUTE_MS = 60_000
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS)

/** Writes an article that became searchable so many minutes ago. */
async function arrive(
  article: Parameters<typeof anArticle>[0],
  minutes: number,
  { written = true }: { written?: boolean } = {},
): Promise<string> {
  const fresh = { publishedAt: minutesAgo(minutes).toISOString(), ...article }
  const arriving = { ...anArticle(fresh), uniqueId: `push-${++serial}_${serial}` }
  await stack.write([arriving])
  await tables.articleAvailability.add(stack.db, {
    uniqueId: arriving.uniqueId,
    availableAt: minutesAgo(minutes),
    written,
  })
  return arriving.title
}
let serial = 0

const inbox = () => {
  if (!stack.stack.inbox) throw new Error('the stack has no inbox')
  return stack.stack.inbox
}

/** Creates a person who has wanted pushes for an hour, on so many browsers. */
async function newReader(
  preferences: { agencies?: string[]; themes?: string[]; enabled?: boolean },
  browsers = 1,
) {
  const reader = await newPerson(stack)
  await reader.query(
    'mutation ($preferences: PushPreferencesInput!) { updatePushPreferences(preferences: $preferences) }',
    { preferences },
  )
  const subscriptions = Array.from({ length: browsers }, () => inbox().push.subscribe())
  for (const { endpoint, keys } of subscriptions)
    await reader.query(
      'mutation ($subscription: PushSubscriptionInput!) { syncPushSubscription(subscription: $subscription) }',
      { subscription: { endpoint, keysP256dh: keys.p256dh, keysAuth: keys.auth } },
    )
  const id = await reader.id()
  await tables.pushPreferences.set(stack.db, { userId: id }, { pushedUntil: minutesAgo(60) })
  const received = () =>
    subscriptions.flatMap(({ endpoint }) => inbox().list({ channel: 'push', to: endpoint }))
  return { id, received }
}

it('warns of agencies and themes that do not exist, and keeps them', async () => {
  const reader = await newPerson(stack)
  const { data, extensions } = await reader.ask(
    'mutation ($preferences: PushPreferencesInput!) { updatePushPreferences(preferences: $preferences) }',
    { preferences: { agencies: ['saude', 'ministerio-da-saude'], themes: ['03', '9999'] } },
  )
  expect(data).toEqual({ updatePushPreferences: true })
  expect(extensions?.warnings).toEqual([
    'preferences.agencies: não existe órgão com a chave “ministerio-da-saude”; a mais próxima é “saude” (Ministério da Saúde).',
    'preferences.themes: não existe tema com o código “9999”.',
  ])
  const { pushPreferences } = await reader.query('{ pushPreferences { agencies } }')
  expect(pushPreferences.agencies).toEqual(['saude', 'ministerio-da-saude'])
})

const run = async () => (await startRun(stack, 'push-news')).until('succeeded')

beforeEach(async () => {
  await clearTables(stack.db, ['articles', 'pushPreferences', 'deliveries'])
})

describe('pushes for new articles', () => {
  it('name an agency or a theme of any level, with several articles in one push to each browser', async () => {
    const theme = {
      themeL1Code: '05',
      themeL1Label: 'Meio Ambiente',
      themeL2Code: '05.01',
      themeL2Label: 'Clima',
    }
    await arrive({ agencyKey: 'mec', publishedAt: minutesAgo(50).toISOString() }, 40)
    const newest = await arrive(
      { agencyKey: 'ibama', ...theme, publishedAt: minutesAgo(20).toISOString() },
      10,
    )
    await arrive({ agencyKey: 'anp', publishedAt: minutesAgo(20).toISOString() }, 10)
    const reader = await newReader({ agencies: ['mec'], themes: ['05.01'] }, 2)
    const { result } = await run()
    expect(result).toEqual({ readers: 1, pushes: 2, isFinished: true })
    await expect.poll(() => reader.received()).toHaveLength(2)
    for (const { text, notes, headers } of reader.received()) {
      expect(JSON.parse(text)).toMatchObject({
        title: '2 novas notícias',
        body: `${newest} e mais 1 notícia`,
        tag: 'novas-noticias',
      })
      expect(notes).toContain('decrypted by the browser')
      expect(new Map(headers.map(([name, value]) => [name.toLowerCase(), value])).get('topic')).toBe(
        'novas-noticias',
      )
    }
  })

  it('are sent once, and then at most once in 15 minutes', async () => {
    await arrive({ agencyKey: 'mec' }, 30)
    const reader = await newReader({ agencies: ['mec'] })
    const told = async () => ((await run()).result as { readers: number }).readers
    isStopped = true
    expect((await run()).result).toEqual({ readers: 0, pushes: 0, isFinished: false })
    isStopped = false
    expect(await told()).toBe(1)
    expect(await told()).toBe(0)
    await arrive({ agencyKey: 'mec' }, 2.5)
    await arrive({ agencyKey: 'mec' }, 2.5)
    await tables.pushPreferences.set(stack.db, {}, { pushedUntil: minutesAgo(5), pushedAt: minutesAgo(14) })
    expect(await told()).toBe(0)
    await tables.pushPreferences.set(stack.db, {}, { pushedAt: minutesAgo(16) })
    expect(await told()).toBe(1)
    const rows = await stack.db<{ payload: unknown }[]>`
      select payload from deliveries where user_id = ${reader.id} order by created_at`
    expect(rows.map(({ payload }) => newArticlesSchema.parse(payload).count)).toEqual([1, 2])
  })

  it('are skipped without preferences, browser or recent articles, when switched off, taken down or still arriving', async () => {
    await arrive({ agencyKey: 'mec' }, 30)
    await arrive({ agencyKey: 'saude', publishedAt: minutesAgo(8 * 24 * 60).toISOString() }, 30)
    await arrive({ agencyKey: 'anp' }, 1)
    await arrive({ agencyKey: 'ibama' }, 30)
    await tables.articles.set(stack.db, { agencyKey: 'ibama' }, { deletedAt: new Date() })
    await newReader({})
    await newReader({ agencies: ['mec'], enabled: false })
    const silent = await newReader({ agencies: ['mec'] }, 0)
    await newReader({ agencies: ['saude', 'anp', 'ibama'] })
    expect((await run()).result).toEqual({ readers: 0, pushes: 0, isFinished: true })
    // A person who gets a browser later receives pushes only for later articles.
    const [row] = await stack.db<{ minutes: number }[]>`
      select extract(epoch from now() - pushed_until)::float / 60 as minutes
      from push_preferences where user_id = ${silent.id}`
    expect(row?.minutes).toBeLessThan(3)
  })

  it('wait for an article that is about to arrive', async () => {
    await arrive({ agencyKey: 'mec' }, 20)
    await arrive({ agencyKey: 'mec' }, 5)
    await arrive({ agencyKey: 'anp' }, 10, { written: false })
    const reader = await newReader({ agencies: ['mec'] })
    await run()
    const [row] = await stack.db<
      { payload: unknown }[]
    >`select payload from deliveries where user_id = ${reader.id}`
    expect(newArticlesSchema.parse(row?.payload).count).toBe(1)
  })

  it('continue with the next run after an outage of a day, with articles of the last day', async () => {
    await arrive({ agencyKey: 'mec' }, 25 * 60)
    await arrive({ agencyKey: 'mec' }, 23 * 60)
    const reader = await newReader({ agencies: ['mec'] })
    await tables.pushPreferences.set(stack.db, {}, { pushedUntil: minutesAgo(40 * 60) })
    await run()
    const [row] = await stack.db<
      { payload: unknown }[]
    >`select payload from deliveries where user_id = ${reader.id}`
    expect(newArticlesSchema.parse(row?.payload).count).toBe(1)
  })
})

const RUNS = byForm({ short: 20, long: 200 })
const AGENCIES = ['mec', 'saude', 'ibama', 'anp']
const THEMES = ['01', '01.01', '05', '05.01', '05.01.02']

interface OracleReader {
  agencies: string[]
  themes: string[]
  enabled: boolean
  since: number
  pushed: number | null
  browsers: number
}

interface OracleArticle {
  agency: string
  theme: string | null
  minutes: number
  published: number
  written: boolean
}

const generatedReader: fc.Arbitrary<OracleReader> = fc.record({
  agencies: fc.subarray(AGENCIES),
  themes: fc.subarray(THEMES),
  enabled: fc.constantFrom(true, true, true, false),
  since: fc.oneof({ weight: 3, arbitrary: fc.integer({ min: 300, max: 2000 }) }, fc.nat(2000)),
  pushed: fc.option(fc.integer({ min: 0, max: 40 })),
  browsers: fc.constantFrom(0, 1, 1, 2),
})
const generatedArticle: fc.Arbitrary<OracleArticle> = fc.record({
  agency: fc.constantFrom(...AGENCIES),
  theme: fc.option(fc.constantFrom(...THEMES)),
  minutes: fc.oneof(fc.integer({ min: 1, max: 600 }), fc.integer({ min: -10, max: 1600 })),
  published: fc.integer({ min: 0, max: 11_000 }),
  written: fc.constantFrom(true, true, true, false),
})

/** The code itself and those above it: `05.01` → `05`, `05.01`. */
const pathOf = (code: string) => code.split('.').map((_, i, parts) => parts.slice(0, i + 1).join('.'))

/** Counts the articles of which a reader is notified, by other rules than those of the SQL statement. */
function expectedCount(reader: OracleReader, articles: readonly OracleArticle[]): number {
  if (!reader.enabled || reader.since === 0 || reader.browsers === 0) return 0
  if (reader.pushed !== null && reader.pushed < 15) return 0
  const begin = Math.min(reader.since, 24 * 60)
  let count = 0
  for (const article of articles) {
    if (!article.written || article.minutes > begin || article.minutes <= 0) continue
    if (article.published > 7 * 24 * 60) continue
    const codes = article.theme === null ? [] : pathOf(article.theme)
    if (reader.agencies.includes(article.agency) || codes.some((code) => reader.themes.includes(code)))
      count++
  }
  return count
}

describe('the readers of a push', () => {
  it('equal those of an oracle, for any page size', async () => {
    const cases = fc.tuple(
      fc.array(generatedReader, { minLength: 1, maxLength: 8, size: 'max' }),
      fc.array(generatedArticle, { maxLength: 12, size: 'max' }),
      fc.integer({ min: 1, max: 9 }),
    )
    let pushed = 0
    await fc.assert(
      fc.asyncProperty(cases, async ([readers, articles, limit]) => {
        const now = new Date(Math.floor(Date.now() / 1000) * 1000)
        await fillStore(readers, articles, now)
        let after: string | undefined = ''
        while (after !== undefined)
          after = (await writeNewArticlePushes(stack.db, { after, limit, until: now, now })).last
        const rows = await stack.db<{ userId: string; payload: unknown }[]>`
          select user_id, payload from deliveries`
        const counts = rows.map((row) => `${row.userId} ${newArticlesSchema.parse(row.payload).count}`)
        const expected = readers.flatMap((reader, i) => {
          const count = expectedCount(reader, articles)
          return count === 0 ? [] : Array.from({ length: reader.browsers }, () => `r${i} ${count}`)
        })
        expect(counts.toSorted()).toEqual(expected.toSorted())
        pushed += expected.length
      }),
      { numRuns: RUNS },
    )
    expect(pushed).toBeGreaterThan(RUNS)
  })

  async function fillStore(readers: readonly OracleReader[], articles: readonly OracleArticle[], now: Date) {
    const before = (minutes: number) => new Date(now.getTime() - minutes * MINUTE_MS)
    await clearTables(stack.db, ['articles', 'users', 'deliveries'])
    await tables.articles.add(
      stack.db,
      articles.map(({ agency, theme, published }, i) => {
        const [themeL1Code = null, themeL2Code = null, themeL3Code = null] =
          theme === null ? [] : pathOf(theme)
        const codes = { themeL1Code, themeL2Code, themeL3Code }
        const url = `https://www.gov.br/a${i}`
        return {
          uniqueId: `a${i}`,
          agencyKey: agency,
          title: `a${i}`,
          url,
          publishedAt: before(published),
          ...codes,
        }
      }),
    )
    await tables.articleAvailability.add(
      stack.db,
      articles.map(({ minutes, written }, i) => ({
        uniqueId: `a${i}`,
        availableAt: before(minutes),
        written,
      })),
    )
    for (const [i, { agencies, themes, enabled, since, pushed, browsers }] of readers.entries()) {
      const id = `r${i}`
      await tables.users.add(stack.db, { id })
      await tables.pushPreferences.add(stack.db, {
        userId: id,
        agencies,
        themes,
        enabled,
        pushedUntil: before(since),
        pushedAt: pushed === null ? null : before(pushed),
      })
      for (let n = 0; n < browsers; n++)
        await tables.pushSubscriptions.add(stack.db, {
          endpoint: `https://push.example.org/${id}/${n}`,
          userId: id,
          keysP256dh: 'k',
          keysAuth: 'a',
        })
    }
  }
})
