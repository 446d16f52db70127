import type { Db } from '@pauta/platform/database/database'
import type { IndexDocument } from '../search-index/collection.ts'
import { describeArticles } from './changes.ts'
import { isAfter } from './position.ts'
import { listEventsAfter, type ArticleEvent } from './queries.ts'

/** An event with what filters compare of its article. */
export interface DescribedEvent {
  event: ArticleEvent
  article: Partial<IndexDocument>
}

/** Events that followers who are further behind read at once from the database. */
const PAGE_EVENTS = 200
/** Followers behind the same page share it for this time. A page is about 0.4 MB. */
const PAGE_MS = 5000
const PAGES_MAX = 50

/** Adds to events what filters compare of their articles. One statement, none without events. */
export async function describeEvents(db: Db, events: readonly ArticleEvent[]): Promise<DescribedEvent[]> {
  if (events.length === 0) return []
  const articles = await describeArticles(db, [...new Set(events.map(({ uniqueId }) => uniqueId))])
  return events.map((event) => ({
    event,
    article: articles.get(event.uniqueId) ?? { agency: event.agencyKey },
  }))
}

/** Pages of the log that readers who are behind its tail share. */
interface LogPages {
  /**
   * Reads the page in which a position lies, and returns its events after the position; none at the end of the log. A full
   * page always has one, because it ends at or after the next multiple of 200.
   */
  readAfter(after: string): Promise<DescribedEvent[]>
  clear(): void
}

/** Opens the pages of a log. None is read yet. */
export function openPages(db: Db): LogPages {
  /** By the position after which they begin, a multiple of 200. */
  const pages = new Map<string, Promise<DescribedEvent[]>>()

  async function read(from: string): Promise<DescribedEvent[]> {
    const forget = () => {
      if (pages.get(from) === page) pages.delete(from)
    }
    const page = listEventsAfter(db, { after: from, limit: PAGE_EVENTS }).then((events) =>
      describeEvents(db, events),
    )
    for (const oldest of pages.keys()) {
      if (pages.size < PAGES_MAX) break
      pages.delete(oldest)
    }
    pages.set(from, page)
    let isFull = false
    try {
      const events = await page
      isFull = events.length === PAGE_EVENTS
      return events
    } finally {
      // The last page of the log grows, so it is shared only while it is read.
      if (isFull) setTimeout(forget, PAGE_MS).unref()
      else forget()
    }
  }

  return {
    async readAfter(after) {
      const from = String((BigInt(after) / BigInt(PAGE_EVENTS)) * BigInt(PAGE_EVENTS))
      const events = await (pages.get(from) ?? read(from))
      return events.slice(events.findLastIndex(({ event }) => !isAfter(event.position, after)) + 1)
    },
    clear: () => pages.clear(),
  }
}
