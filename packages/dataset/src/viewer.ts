import { parseEnd, parseStart } from '@pauta/platform/time/time'
import * as z from 'zod'

/** The viewer's maximum page, in rows. */
const PAGE_ROWS = 100
/** 10,000 articles of one day, which is forty times the usual number. */
const PAGES_MAX = 100
const ERROR_MAX_CHARACTERS = 300

const pageSchema = z.object({
  rows: z.array(z.object({ row: z.object({ unique_id: z.string() }) })),
  num_rows_total: z.number().int().nonnegative(),
  /** Whether the viewer has processed a part of the dataset only. */
  partial: z.boolean().default(false),
})

export interface ViewerAddress {
  viewerUrl: string
  dataset: string
  token: string
}

/** Asks the host which articles the dataset contains. */
export interface Viewer {
  /**
   * Returns the ids of the articles published on a local day (`YYYY-MM-DD`), from any uploader. Throws when the answer
   * would be incomplete.
   */
  listIds(day: string): Promise<Set<string>>
  /** Returns the commit that the viewer has processed; undefined if unknown. */
  findRevision(day: string): Promise<string | undefined>
}

/** Instants carry their offset, because the viewer would use another time zone. */
function conditionOf(day: string): string {
  const from = parseStart(day, 'day').toISOString()
  const to = parseEnd(day, 'day').toISOString()
  return `"published_at">='${from}' AND "published_at"<'${to}'`
}

/** Opens the dataset viewer of a host: `GET /filter`, page by page. */
export function openViewer({ viewerUrl, dataset, token }: ViewerAddress, hostFetch: typeof fetch): Viewer {
  const readPage = async (day: string, offset: number) => {
    const url = new URL(`${viewerUrl.replace(/\/$/, '')}/filter`)
    url.search = new URLSearchParams({
      dataset,
      config: 'default',
      split: 'train',
      where: conditionOf(day),
      // Without an order, pages could skip rows.
      orderby: '"unique_id"',
      offset: String(offset),
      length: String(PAGE_ROWS),
    }).toString()
    const response = await hostFetch(url, {
      headers: token === '' ? {} : { authorization: `Bearer ${token}` },
    })
    const text = await response.text()
    if (!response.ok)
      throw new Error(
        `the dataset viewer at ${viewerUrl} cannot tell which articles of ${day} are there: ` +
          `${response.status} ${text.slice(0, ERROR_MAX_CHARACTERS)}`,
      )
    const page = pageSchema.parse(JSON.parse(text))
    if (page.partial)
      throw new Error(
        `the dataset viewer at ${viewerUrl} has processed a part of ${dataset} only, so it cannot show what is missing`,
      )
    return { ...page, revision: response.headers.get('x-revision') ?? undefined }
  }
  return {
    findRevision: async (day) => (await readPage(day, 0)).revision,
    async listIds(day) {
      const ids = new Set<string>()
      for (let page = 0; page < PAGES_MAX; page++) {
        const { rows, num_rows_total: total } = await readPage(day, page * PAGE_ROWS)
        for (const { row } of rows) ids.add(row.unique_id)
        if (rows.length === 0 || (page + 1) * PAGE_ROWS >= total) return ids
      }
      throw new Error(`the dataset has more than ${PAGES_MAX * PAGE_ROWS} articles of ${day}`)
    },
  }
}
