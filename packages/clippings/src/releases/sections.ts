import type { Recorte } from '../recortes/recorte.ts'
import type { RunCapture } from './run-capture.ts'

/** Articles of a recorte that chat messages may need: they list ten, and some may be taken down before they are sent. */
const ARTICLES_PER_SECTION = 20

/** A recorte of a release, with its first articles. */
export interface ReleaseSection {
  title: string
  /** Newest first. */
  articleIds: string[]
}

/**
 * Returns the recortes of a release that have articles, each article under the first recorte that captures it, as in the
 * digest. Returns null for a clipping of one recorte.
 */
export function listSections(
  recortes: readonly Pick<Recorte, 'title'>[],
  byRecorte: readonly Pick<RunCapture['byRecorte'][number], 'shown'>[],
): ReleaseSection[] | null {
  if (recortes.length < 2) return null
  const known = new Set<string>()
  return recortes.flatMap(({ title }, at) => {
    const own = (byRecorte[at]?.shown ?? []).map(({ unique_id: id }) => id).filter((id) => !known.has(id))
    for (const id of own) known.add(id)
    return own.length === 0 ? [] : [{ title, articleIds: own.slice(0, ARTICLES_PER_SECTION) }]
  })
}
