import type { Clearable, IncomingArticle } from '@pauta/core/articles/article'
import { receiveArticle } from '@pauta/core/articles/receive'
import { listDifferences, type StoredArticle } from '@pauta/core/ingest/merge'
import { previewArticles, type Preview } from '@pauta/core/ingest/preview'
import type { Db } from '@pauta/platform/database/database'
import type { Storage } from '@pauta/platform/storage/object-storage'
import { KINDS } from '../kinds/kinds.ts'
import { SITE_KINDS } from '../kinds/site-kind.ts'
import { ScrapeError } from '../errors.ts'
import { readWarc } from './warc.ts'
import { readArticle } from '../kinds/read-page.ts'
import { isArticleOf, losesText } from '../site/judge-article.ts'
import { toNewsMessage, type NewsMessage } from '../crawl/news-message.ts'
import { listEarlierRawPages, listNewestRawPages, type KeptPage } from './raw-page-rows.ts'
import { decodePage } from '../fetch/decode-page.ts'

/** Pages of one step; each has at most five megabytes. */
const BATCH_PAGES = 50
/** Earlier contents that are tried in place of a notice, such as that of a maintenance. */
const EARLIER_MAX = 3
/** Objects that are fetched at once. */
const FETCHED_AT_ONCE = 8

/** Columns that follow from others. */
const DERIVED: ReadonlySet<keyof StoredArticle> = new Set(['contentHash'])
const CLEARED = ['subtitle', 'editorialLead', 'category', 'tags', 'imageUrl', 'videoUrl'] as const

/** A message of a page that is read again, as docs/sending-news.md describes it. */
type RereadMessage = NewsMessage & { readonly isPast: true; readonly clears: readonly Clearable[] }

export interface FieldChange {
  field: keyof StoredArticle
  before: unknown
  after: unknown
}

/**
 * What reading a page again gives.
 * - `changed`, `new`: the message changes or adds an article.
 * - `same`, `older`, `down`, `refused`: as `Preview` has them; nothing is sent.
 * - `held`: the new text lacks four fifths of the stored one.
 * - `unstored`: the page was read before, and its article is not stored: a run held it back, or it waits in a queue.
 * - `undated`, `unreadable`, `missing`: without a date, without an article, without its object.
 */
export interface Reread {
  outcome: Preview['kind'] | 'held' | 'unstored' | 'undated' | 'unreadable' | 'missing'
  agencyKey: string
  url: string
  uniqueId: string | null
  /** Why the page could not be read. */
  detail: string | null
  /** Empty unless the article is changed or held. */
  fields: FieldChange[]
  /** What to send for `changed` and `new`. */
  message: RereadMessage | null
}

export interface RereadBatch {
  pages: Reread[]
  /** Continue after this id. */
  lastId: string
}

export interface RereadSelection {
  agencyKey?: string | undefined
  /** Local days on which the pages were read last, both included. */
  from?: string | undefined
  to?: string | undefined
  /** Id of the last page of an earlier call. */
  after: string
  /** Accepts texts that lack four fifths of the stored ones. */
  allowShorter: boolean
}

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/** A page that was read again, and its article as the queue would receive it; null when there is none to send. */
interface Candidate {
  read: Reread
  article: IncomingArticle | null
  /** The page is the notice of a site or another page, and was taken for the article before. */
  isNotice: boolean
}

/** Reads a kept page with today's readers. The version of the article is that of the page. */
async function readAgain({ storage, now }: Omit<RereadPorts, 'db'>, page: KeptPage): Promise<Candidate> {
  const { agencyKey, url, uniqueId, objectKey, kind, entry, lastSeenAt } = page
  const none = { agencyKey, url, uniqueId, detail: null, fields: [], message: null }
  const fail = (outcome: Reread['outcome'], detail: string | null): Candidate => ({
    read: { ...none, outcome, detail },
    article: null,
    isNotice: false,
  })
  const archive = await storage.findBytes(objectKey)
  if (archive === undefined) return fail('missing', `there is no ${objectKey}`)
  if (!SITE_KINDS.includes(kind)) return fail('unreadable', `no reader of ${kind}`)
  try {
    const { address, answer } = await readWarc(archive)
    const text = decodePage(answer.bytes, answer.headers.get('content-type'))
    // As when the page was fetched: an API answers at another address than that of the article.
    const asked = KINDS[kind].articleUrl === undefined ? address : entry.url
    const article = readArticle(kind, text, { url: asked, agency: agencyKey, item: entry })
    if (!isArticleOf(entry, text, article))
      return { ...fail('unreadable', `wrong_page: the page is not "${entry.title}"`), isNotice: true }
    const message = toNewsMessage(article, lastSeenAt, uniqueId ?? undefined)
    if (message === null) return fail('undated', null)
    const clears = CLEARED.filter((field) => isEmpty(message[field]))
    const sent = { ...message, isPast: true as const, clears }
    // The outcome is known when the stored article is.
    return {
      read: { ...none, outcome: 'same', message: sent },
      article: receiveArticle(sent, { now: now() }),
      isNotice: false,
    }
  } catch (error) {
    // A damaged archive, a page that no reader knows, or values that the queue refuses: each costs this page alone.
    if (!(error instanceof Error)) throw error
    const isOwn = error instanceof ScrapeError
    const failed = fail('unreadable', `${isOwn ? error.kind : error.name}: ${error.message}`)
    return { ...failed, isNotice: isOwn && error.isNotice }
  }
}

/**
 * Reads a kept page again. In place of a notice, the latest content that is an article counts, at the time of the notice:
 * an earlier reader took the notice for the new text of the article.
 */
async function readPage(ports: RereadPorts, page: KeptPage): Promise<Candidate> {
  const newest = await readAgain(ports, page)
  if (!newest.isNotice) return newest
  for (const earlier of await listEarlierRawPages(ports.db, page, EARLIER_MAX)) {
    const uniqueId = page.uniqueId ?? earlier.uniqueId
    const candidate = await readAgain(ports, { ...earlier, uniqueId, lastSeenAt: page.lastSeenAt })
    if (candidate.article !== null) return candidate
  }
  return newest
}

/** Compares what was read with what is stored. `wasSent`: the page itself has been sent before. */
function compare(
  read: Reread,
  preview: Preview,
  { wasSent, allowShorter }: { wasSent: boolean; allowShorter: boolean },
): Reread {
  const { kind, uniqueId } = preview
  const found = { ...read, uniqueId }
  if (kind === 'new') {
    return wasSent ? { ...found, outcome: 'unstored', message: null } : { ...found, outcome: 'new' }
  }
  if (kind !== 'changed') return { ...found, outcome: kind, message: null }
  const { before, after } = preview
  const fields = listDifferences(before, after)
    .filter((field) => !DERIVED.has(field))
    .map((field): FieldChange => ({ field, before: before[field], after: after[field] }))
  const isLost = losesText({ stored: before.content?.length ?? 0, read: after.content?.length ?? 0 })
  if (!allowShorter && isLost) return { ...found, outcome: 'held', fields, message: null }
  return { ...found, outcome: 'changed', fields }
}

async function readBatch(
  ports: RereadPorts,
  pages: readonly KeptPage[],
  allowShorter: boolean,
): Promise<Reread[]> {
  const candidates: Candidate[] = []
  for (let first = 0; first < pages.length; first += FETCHED_AT_ONCE) {
    const some = pages.slice(first, first + FETCHED_AT_ONCE)
    candidates.push(...(await Promise.all(some.map((page) => readPage(ports, page)))))
  }
  const articles = candidates.flatMap(({ article }) => article ?? [])
  const previews = (await previewArticles(ports.db, articles)).values()
  return candidates.map(({ read, article }, position) => {
    const preview = article === null ? undefined : previews.next().value
    const wasSent = pages[position]?.uniqueId !== null
    return preview === undefined ? read : compare(read, preview, { wasSent, allowShorter })
  })
}

export interface RereadPorts {
  db: Db
  storage: Pick<Storage, 'findBytes'>
  now: () => Date
}

/**
 * Reads the newest kept page of each address with today's readers and compares it with the stored article, 50 pages at
 * a time. Sends and writes nothing. An article whose stored version is newer than its page is left as it is.
 */
export async function* reread(ports: RereadPorts, selection: RereadSelection): AsyncGenerator<RereadBatch> {
  const { allowShorter, ...others } = selection
  for (let after = selection.after; ;) {
    const pages = await listNewestRawPages(ports.db, { ...others, after, limit: BATCH_PAGES })
    const last = pages.at(-1)
    if (!last) return
    after = last.id
    yield { pages: await readBatch(ports, pages, allowShorter), lastId: after }
  }
}
