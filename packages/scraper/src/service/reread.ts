import type { Clearable, IncomingArticle } from '@pauta/core/articles/article'
import { receiveArticle } from '@pauta/core/articles/receive'
import { listDifferences, type StoredArticle } from '@pauta/core/intake/merge'
import { previewArticles, type Preview } from '@pauta/core/intake/preview'
import type { Db } from '@pauta/platform/database/database'
import type { Storage } from '@pauta/platform/storage/storage'
import { SITE_KINDS } from '../model/article.ts'
import { ScrapeError } from '../model/errors.ts'
import { readWarc } from '../raw-pages/warc.ts'
import { readArticle } from '../read-page.ts'
import { toNewsMessage, type NewsMessage } from '../run/news-message.ts'
import { listNewestRawPages, type KeptPage } from '../store/raw-pages.ts'
import { decodePage } from '../text/decode-page.ts'

/** Pages of one step; each has at most five megabytes. */
const BATCH_PAGES = 50
/** Objects that are fetched at once. */
const FETCHED_AT_ONCE = 8
/** A replacement that keeps no more of a stored text loses it. Shorter stored texts are not judged. */
const KEPT_SHARE_MAX = 1 / 5
const LONG_CHARACTERS = 300

/** Columns that follow from others. */
const DERIVED: ReadonlySet<keyof StoredArticle> = new Set(['contentHash'])
const CLEARED = ['subtitle', 'editorialLead', 'category', 'tags', 'imageUrl', 'videoUrl'] as const

/** A message of a page that is read again, as docs/sending-news.md describes it. */
export type RereadMessage = NewsMessage & { readonly isPast: true; readonly clears: readonly Clearable[] }

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

/** Reads a kept page with today's readers. The version of the article is that of the page. */
async function readAgain(storage: Pick<Storage, 'findBytes'>, page: KeptPage): Promise<Reread> {
  const { agencyKey, url, uniqueId, objectKey, kind, entry, lastSeenAt } = page
  const none = { agencyKey, url, uniqueId, detail: null, fields: [], message: null }
  const archive = await storage.findBytes(objectKey)
  if (archive === undefined) return { ...none, outcome: 'missing', detail: `there is no ${objectKey}` }
  if (!SITE_KINDS.includes(kind)) return { ...none, outcome: 'unreadable', detail: `no reader of ${kind}` }
  try {
    const { answer } = await readWarc(archive)
    const text = decodePage(answer.bytes, answer.headers.get('content-type'))
    const article = readArticle(kind, text, { url, agency: agencyKey, item: entry })
    const message = toNewsMessage(article, lastSeenAt, uniqueId ?? undefined)
    if (message === null) return { ...none, outcome: 'undated' }
    const clears = CLEARED.filter((field) => isEmpty(message[field]))
    // Until the stored article is known.
    return { ...none, outcome: 'same', message: { ...message, isPast: true, clears } }
  } catch (error) {
    if (!(error instanceof ScrapeError)) throw error
    return { ...none, outcome: 'unreadable', detail: `${error.kind}: ${error.message}` }
  }
}

function losesText(before: StoredArticle, after: StoredArticle): boolean {
  const [stored, read] = [before.content?.length ?? 0, after.content?.length ?? 0]
  return stored >= LONG_CHARACTERS && read <= stored * KEPT_SHARE_MAX
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
  if (!allowShorter && losesText(before, after)) return { ...found, outcome: 'held', fields, message: null }
  return { ...found, outcome: 'changed', fields }
}

async function readBatch(
  { db, storage, now }: RereadPorts,
  pages: readonly KeptPage[],
  allowShorter: boolean,
): Promise<Reread[]> {
  const read: Reread[] = []
  for (let first = 0; first < pages.length; first += FETCHED_AT_ONCE) {
    const some = pages.slice(first, first + FETCHED_AT_ONCE)
    read.push(...(await Promise.all(some.map((page) => readAgain(storage, page)))))
  }
  const positions = [...read.keys()].filter((position) => read[position]?.message)
  const articles = positions.map((position): IncomingArticle =>
    receiveArticle(read[position]?.message, { now: now() }),
  )
  const previews = await previewArticles(db, articles)
  for (const [place, position] of positions.entries()) {
    const [one, preview] = [read[position], previews[place]]
    const wasSent = pages[position]?.uniqueId !== null
    if (one && preview) read[position] = compare(one, preview, { wasSent, allowShorter })
  }
  return read
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
