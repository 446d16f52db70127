import { listAgencies } from '@pauta/core/agencies/queries'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { CATALOGUE_FACET_VALUES, countFacets } from '@pauta/core/search-index/facets'
import { readThemeCatalogue } from '@pauta/core/themes/queries'
import type { Theme } from '@pauta/core/themes/theme'
import { readRows, type Db } from '@pauta/platform/database/database'
import { generateOpml, type Opml } from 'feedsmith'
import { safeAddress, xmlText } from './feed.ts'
import { writeFeedAddress } from './feed-address.ts'

export const OPML_MEDIA_TYPE = 'text/x-opml'

type Outline = Opml.Outline<Date, [], true>

function write(title: string, outlines: Outline[]): string {
  return generateOpml({ head: { title }, body: { outlines } }, { strict: true })
}

/** Returns a list of the feeds of all agencies with news, by name, as OPML. */
export async function writeAgenciesOpml(
  { db, index }: { db: Db; index: SearchIndex },
  baseUrl: string,
): Promise<string> {
  const { facets } = await countFacets(index, { facets: ['agency'], maxValues: CATALOGUE_FACET_VALUES })
  const keys = facets.agency.map(({ value }) => value)
  const agencies = await readRows(() => listAgencies(db, keys))
  return write(
    'Órgãos do governo federal',
    agencies.map(({ key, name, newsUrl }) => {
      const home = safeAddress(newsUrl)
      return {
        type: 'rss',
        text: xmlText(name),
        title: xmlText(name),
        xmlUrl: writeFeedAddress(baseUrl, { kind: 'agencies', id: key }),
        ...(home === null ? {} : { htmlUrl: home }),
      }
    }),
  )
}

/** Returns the feeds of all known themes as an OPML tree. */
export async function writeThemesOpml(db: Db, baseUrl: string): Promise<string> {
  const themes = [...(await readRows(() => readThemeCatalogue(db))).values()]
  const below = Map.groupBy(themes, ({ parentCode }) => parentCode)
  const outline = ({ code, label }: Theme): Outline => {
    const children = (below.get(code) ?? []).map(outline)
    return {
      type: 'rss',
      text: xmlText(label),
      title: xmlText(label),
      xmlUrl: writeFeedAddress(baseUrl, { kind: 'themes', id: code }),
      ...(children.length === 0 ? {} : { outlines: children }),
    }
  }
  return write('Temas', (below.get(null) ?? []).map(outline))
}
