import { DESCRIPTION_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '@pauta/clippings/clippings/bounds'
import { conjoin } from '@pauta/platform/text/portuguese'
import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'

/** Number of recortes in the name of a clipping. */
const NAMED_TITLES = 2

const counted = (count: number) => `${count} ${count === 1 ? 'notícia' : 'notícias'}`

/** Returns a name for a clipping of recortes with these titles: 1 to 100 characters. */
export function suggestName(titles: readonly string[]): string {
  const named = titles.slice(0, NAMED_TITLES)
  const others = titles.length - named.length
  const text = others > 0 ? `${named.join(', ')} e mais ${others}` : conjoin(named)
  return cutAtWord(oneLine(text), NAME_MAX_CHARACTERS)
}

/** Returns a description for such a clipping: at most 500 characters. */
export function describeClipping(titles: readonly string[]): string {
  return cutAtWord(
    oneLine(`Notícias do governo federal. Recortes: ${titles.join('; ')}.`),
    DESCRIPTION_MAX_CHARACTERS,
  )
}

/** Returns the counts of the recortes, one line each. */
export function explainCounts(
  recortes: readonly { title: string; count: number; monthCount: number }[],
): string {
  return recortes
    .map(({ title, count, monthCount }) => {
      if (monthCount === 0) return `“${title}”: nenhuma notícia nos últimos 30 dias; avisará quando houver.`
      return `“${title}”: ${counted(count)} nas últimas 24 horas e ${monthCount} nos últimos 30 dias.`
    })
    .join('\n')
}
