/** Kinds of site that have a reader. */
export const SITE_KINDS = [
  'plone-html',
  'plone6-api',
  'agenciabrasil',
  'tvbrasil',
  'feed',
  'wordpress',
] as const
export type SiteKind = (typeof SITE_KINDS)[number]
