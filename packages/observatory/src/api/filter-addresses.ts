/** A value of a list in an address: commas separate values, so a comma inside of one is escaped. */
export const escapeComma = (value: string): string => value.replace(/[\\,]/g, '\\$&')

const RECORTE_LISTS = [
  'themes',
  'agencies',
  'excludeAgencies',
  'keywords',
  'excludeKeywords',
  'entityCanonical',
  'states',
] as const

type RecorteFilter = { title: string } & Record<(typeof RECORTE_LISTS)[number], readonly string[]>

/** Returns the path of the RSS feed of a recorte. The feed has the title of the recorte. */
export function writeFeedPath(recorte: RecorteFilter): string {
  const parameters = new URLSearchParams()
  for (const name of RECORTE_LISTS)
    if (recorte[name].length > 0) parameters.set(name, recorte[name].map(escapeComma).join(','))
  parameters.set('title', recorte.title)
  return `/feeds/articles.rss?${parameters.toString().replaceAll('%2C', ',')}`
}
