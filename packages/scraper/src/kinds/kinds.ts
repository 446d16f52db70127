import type { SiteKind } from './site-kind.ts'
import { agenciaBrasil, tvBrasil } from './ebc.ts'
import { feed } from './feed.ts'
import type { Kind } from './kind.ts'
import { plone6Api } from './plone6-api.ts'
import { ploneHtml } from './plone-html.ts'
import { wordpress } from './wordpress.ts'

/** How each kind of site is read. */
export const KINDS: Readonly<Record<SiteKind, Kind>> = {
  'plone-html': ploneHtml,
  'plone6-api': plone6Api,
  agenciabrasil: agenciaBrasil,
  tvbrasil: tvBrasil,
  feed,
  wordpress,
}
