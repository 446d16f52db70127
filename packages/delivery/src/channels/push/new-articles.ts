import { ulid } from 'ulid'
import type { Db, DbPool } from '@pauta/platform/database/database'
import { PUSHED_TITLES_MAX, type NewArticles } from '../../ledger/payloads.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@pauta/platform/time/time'

/** A reader gets at most one push for new articles in this time. */
const PUSH_PAUSE_MINUTES = 15
/** After an outage, pushes cover at most one day. */
const LOOK_BACK_MS = 24 * HOUR_MS
/** Articles published longer ago than this are not news, as in releases. */
const PUBLISHED_WITHIN_MS = 7 * DAY_MS
/** Upper bound of articles read for one page of readers: an import may bring thousands. */
const ARTICLES_MAX = 5000

/** One page of readers, and the end of the covered period. */
export interface ReaderPage {
  /** Id of the last reader of the previous page; '' for the first page. */
  after: string
  limit: number
  /** Articles that became searchable before this instant are covered. */
  until: Date
  now: Date
}

/** The result of a page. */
export interface WrittenPushes {
  /** Id of the page's last reader; undefined when the page is empty. */
  last: string | undefined
  /** Number of readers that get a push. */
  notified: number
  /** Ids of the ledger rows, one for each browser. */
  deliveryIds: string[]
}

interface ReaderNews extends NewArticles {
  userId: string
  endpoints: string[]
}

/**
 * Writes pushes for new articles to the ledger. A reader gets one push to each browser, with all new articles of an
 * agency **or** a theme (any level) that the reader chose. Articles are pushed or skipped once. A reader who got a push
 * within the last 15 minutes waits. Runs three statements in one transaction, for any number of readers and articles.
 */
export async function writeNewArticlePushes(pool: DbPool, page: ReaderPage): Promise<WrittenPushes> {
  return await pool.begin(async (tx) => {
    const readers = await listReaderNews(tx, page)
    const last = readers.at(-1)?.userId
    if (last === undefined) return { last, notified: 0, deliveryIds: [] }
    const notified = readers.filter(({ count, endpoints }) => count > 0 && endpoints.length > 0)
    const rows = notified.flatMap(({ userId, endpoints, articles, count }) =>
      endpoints.map((endpoint) => ({
        id: ulid(page.now.getTime()),
        userId,
        endpoint,
        payload: { articles, count } satisfies NewArticles,
      })),
    )
    if (rows.length > 0)
      await tx`
        insert into deliveries (id, user_id, kind, channel, address, payload, due_at)
        select r.id, r."userId", 'new-articles', 'push', r.endpoint, r.payload, ${page.now}
        from jsonb_to_recordset(${tx.json(rows)}) as r (id text, "userId" text, endpoint text, payload jsonb)`
    await tx`
      update push_preferences set
        pushed_until = ${page.until},
        pushed_at = case when user_id = any(${notified.map(({ userId }) => userId)}) then ${page.now} else pushed_at end
      where user_id = any(${readers.map(({ userId }) => userId)})`
    return { last, notified: notified.length, deliveryIds: rows.map(({ id }) => id) }
  })
}

/** Locks a page of readers. Returns each with the newest of their new articles and the number of all. */
async function listReaderNews(tx: Db, { after, limit, until, now }: ReaderPage): Promise<ReaderNews[]> {
  const floor = new Date(until.getTime() - LOOK_BACK_MS)
  const pushedBefore = new Date(now.getTime() - PUSH_PAUSE_MINUTES * MINUTE_MS)
  return await tx<ReaderNews[]>`
    with readers as materialized (
      select user_id, agencies, themes, pushed_until from push_preferences
      where user_id > ${after} and enabled and pushed_until < ${until}
        and (pushed_at is null or pushed_at <= ${pushedBefore})
      order by user_id limit ${limit}
      for no key update),
    news as materialized (
      select a.unique_id, a.title, a.url, a.agency_key, g.name as agency_name, a.published_at, v.available_at,
        array[a.theme_l1_code, a.theme_l2_code, a.theme_l3_code, a.most_specific_theme_code] as themes
      from article_availability v
      join articles a on a.unique_id = v.unique_id
      join agencies g on g.key = a.agency_key
      where v.written and v.available_at >= ${floor} and v.available_at < ${until} and a.deleted_at is null
        and a.published_at >= ${new Date(until.getTime() - PUBLISHED_WITHIN_MS)}
      order by v.available_at desc, a.unique_id collate "C"
      limit ${ARTICLES_MAX})
    select r.user_id, n.count,
      coalesce(to_jsonb(n.articles[1:${PUSHED_TITLES_MAX}]), '[]') as articles,
      array(select endpoint from push_subscriptions where user_id = r.user_id order by endpoint) as endpoints
    from readers r
    cross join lateral (
      select count(*)::int as count,
        array_agg(jsonb_build_object('title', w.title, 'agencyName', w.agency_name, 'url', w.url)
          order by w.published_at desc, w.unique_id collate "C") as articles
      from news w
      where w.available_at >= r.pushed_until
        and (w.agency_key = any(r.agencies) or w.themes && r.themes)) n
    order by r.user_id`
}
