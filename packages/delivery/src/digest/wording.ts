import type { ReleasePeriod } from '@pauta/clippings/releases/window'
import { localDay, localHour } from '@pauta/platform/time/time'
import { conjoin, formatDay } from '@pauta/platform/text/portuguese'
import { countChanges, NO_CHANGES, tellChanges, type DigestChanges } from './change-words.ts'
import type { Section, ShownArticle } from './group-articles.ts'
import { atTime, countOf, formatDayOfYear, formatMoment, formatTime } from './moments.ts'
import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'

const HIGHLIGHTS = 3
const HIGHLIGHT_MAX_CHARACTERS = 110

export interface DigestFacts {
  name: string
  sections: readonly Section[]
  /** End of the period. */
  refTime: Date
  period: ReleasePeriod
  /** Articles of the release, including those not shown. */
  articlesCount: number
  /** Edits and removals; missing: none. */
  changes?: DigestChanges
}

/** "de 22 de novembro, às 8h, a 23 de novembro, às 8h"; "em 23 de novembro, das 8h às 9h30". */
function spanOf(from: Date, to: Date): string {
  if (localDay(from) !== localDay(to)) return `de ${formatMoment(from)}, a ${formatMoment(to)}`
  const since = localHour(from) === 1 ? 'da' : 'das'
  return `em ${formatDayOfYear(to)}, ${since} ${formatTime(from)} ${atTime(to)}`
}

/** What happened to articles of a period, for one article and for several, and when. */
function happeningOf(period: Exclude<ReleasePeriod, { kind: 'newest' }>, refTime: Date) {
  if (period.kind === 'published')
    return { one: 'foi publicada', many: 'foram publicadas', when: spanOf(period.from, refTime) }
  const when = period.sinceRelease
    ? `desde a edição de ${formatMoment(period.from)}`
    : spanOf(period.from, refTime)
  return { one: 'chegou', many: 'chegaram', when }
}

export const articlesOf = (sections: readonly Section[]): ShownArticle[] =>
  sections.flatMap(({ articles }) => articles)

/** "Saúde pública: 12 notícias em 1º de junho", "Saúde pública: 12 notícias e 2 mudanças em 1º de junho". */
export function writeSubject({ name, articlesCount, changes = NO_CHANGES, refTime }: DigestFacts): string {
  const hasChanges = changes.shown.length + changes.more > 0
  const count = [
    ...(articlesCount > 0 || !hasChanges ? [countOf(articlesCount, 'notícia', 'notícias')] : []),
    ...(hasChanges ? [countChanges(changes)] : []),
  ].join(' e ')
  return `${name}: ${count} em ${formatDayOfYear(refTime)}`
}

/** Returns the first article of each recorte, then the second of each, and so on. */
function highlightsOf(sections: readonly Section[]): ShownArticle[] {
  const first = sections.flatMap(({ articles }) => articles.slice(0, 1))
  const rest = sections.flatMap(({ articles }) => articles.slice(1))
  return [...first, ...rest].slice(0, HIGHLIGHTS)
}

const quoteArticle = ({ title, agencyName }: ShownArticle): string =>
  `“${cutAtWord(title, HIGHLIGHT_MAX_CHARACTERS)}”${agencyName === '' ? '' : ` (${agencyName})`}`

/** Whether the release has no article of the recorte. */
export function isEmptySection({ articles, shownBefore, more }: Section): boolean {
  return articles.length + shownBefore + more === 0
}

function tellOrigins(sections: readonly Section[]): string {
  const agencies = new Set(articlesOf(sections).map(({ agencyName }) => agencyName))
  agencies.delete('')
  const filled = sections.filter((section) => !isEmptySection(section))
  const origins = [
    ...(agencies.size > 1 ? [`de ${countOf(agencies.size, 'órgão', 'órgãos')}`] : []),
    ...(filled.length > 1 ? [`em ${countOf(filled.length, 'recorte', 'recortes')}`] : []),
  ]
  return origins.length === 0 ? '' : `, ${origins.join(', ')}`
}

/** Returns the beginning of the introduction: how many articles, and of which period. */
function writeStart({ sections, period, refTime, articlesCount }: DigestFacts): string {
  const count = countOf(articlesCount, 'notícia', 'notícias')
  if (period.kind === 'newest')
    return articlesCount === 1
      ? 'A notícia mais recente sobre o tema'
      : `Para começar, as ${count} mais recentes${tellOrigins(sections)}`
  const { one, many, when } = happeningOf(period, refTime)
  if (articlesCount === 0) return `Nenhuma notícia ${one} ${when}`
  return articlesCount === 1
    ? `Uma notícia ${one} ${when}`
    : `${count} ${many} ${when}${tellOrigins(sections)}`
}

/** Writes the introduction: number of articles, period, agencies and the first titles, then the changes. */
export const writeIntro = (facts: DigestFacts): string =>
  [introduceArticles(facts), tellChanges(facts.changes ?? NO_CHANGES)].filter(Boolean).join(' ')

function introduceArticles(facts: DigestFacts): string {
  const { sections, articlesCount } = facts
  const highlights = highlightsOf(sections).map(quoteArticle)
  const start = writeStart(facts)
  if (articlesCount === 0) return `${start}.`
  if (articlesCount === 1) return `${start}: ${highlights.join('')}.`
  const lead = articlesCount <= HIGHLIGHTS ? 'São elas' : 'Entre elas'
  return `${start}. ${lead}: ${conjoin(highlights)}.`
}

/** "Ministério da Saúde · 1º de junho de 2026, às 22h05". */
export function writeByline({ agencyName, publishedAt }: ShownArticle): string {
  const moment = publishedAt ? `${formatDay(publishedAt)}, ${atTime(publishedAt)}` : ''
  return [agencyName, moment].filter(Boolean).join(' · ')
}

/** A shorter digest is seen at once. */
const LISTED_FROM = 10
/** Titles of a list of contents, over all recortes. Mail clients cut long messages. */
const LISTED_MAX = 40

/** A recorte in the list of contents: how many of its articles the digest shows, and the first titles. */
export interface ContentsEntry {
  /** Of the recorte among those of the digest, from 0. */
  section: number
  /** "Vacinas: 12 notícias". */
  heading: string
  titles: string[]
}

/** Returns the list of contents of a digest; empty for one with fewer than 10 articles. */
export function listContents(sections: readonly Section[]): ContentsEntry[] {
  const shown = articlesOf(sections).length
  if (shown < LISTED_FROM) return []
  let room = LISTED_MAX
  return sections.flatMap(({ title, articles }, section) => {
    if (articles.length === 0) return []
    const titles = articles.slice(0, room).map((article) => article.title)
    room -= titles.length
    return [{ section, heading: `${title}: ${countOf(articles.length, 'notícia', 'notícias')}`, titles }]
  })
}

/** "Também no recorte: Vacinas", "Também nos recortes: Vacinas, Atenção básica"; blank for an article of one recorte. */
export function writeAlsoIn({ alsoIn }: ShownArticle): string {
  if (alsoIn.length === 0) return ''
  return `Também ${alsoIn.length === 1 ? 'no recorte' : 'nos recortes'}: ${alsoIn.join(', ')}`
}

/** The line below a recorte with articles that the digest does not show; blank when there are none. */
export function writeMore({ more }: Section): string {
  return more === 0 ? '' : `E mais ${countOf(more, 'notícia', 'notícias')} deste recorte na página do envio.`
}

/** The line below a recorte with articles shown under earlier recortes; blank when there are none. */
export function writeShownBefore({ articles, shownBefore }: Section): string {
  if (shownBefore === 0) return ''
  const more = articles.length > 0 ? 'mais ' : ''
  const count = countOf(shownBefore, 'notícia', 'notícias')
  return `${articles.length > 0 ? 'E ' : ''}${more}${count} deste recorte, já ${shownBefore === 1 ? 'mostrada' : 'mostradas'} acima.`
}

/** "Sem novidades em: Editais."; blank when every recorte has articles. */
export function writeEmpty(sections: readonly Section[]): string {
  const empty = sections.filter(isEmptySection)
  return empty.length === 0 ? '' : `Sem novidades em: ${empty.map(({ title }) => title).join(', ')}.`
}

export const FOOTER_TEXT =
  'A Pauta reúne notícias dos órgãos do governo federal. Textos e títulos são de quem os publicou.'

const CHANGE_WORDS: Readonly<Record<string, string>> = {
  name: 'o nome',
  recortes: 'os temas, órgãos ou palavras que acompanha',
  schedule: 'os dias ou o horário de envio',
  paused: 'os envios, que estão pausados',
  resumed: 'os envios, que voltaram',
  finished: 'os envios, que terminaram no último dia previsto',
}

/** Returns the texts of the notice that a followed clipping changed. Ignores changes without words. */
export function changeWords(name: string, changes: readonly string[]): EndWords {
  const words = changes.flatMap((change) => CHANGE_WORDS[change] ?? [])
  const what = words.length === 0 ? '' : ` O que há de novo: ${conjoin(words)}.`
  return {
    title: 'Clipping atualizado',
    sentence: `O clipping “${oneLine(name)}”, que você segue, mudou.${what}`,
  }
}

/** The texts of the notice that a clipping ended. */
export interface EndWords {
  title: string
  sentence: string
}

/** Returns the texts for a clipping that was deleted, or that its author made private. */
export function endWords(name: string, isUnpublished: boolean): EndWords {
  const clipping = `O clipping “${oneLine(name)}”`
  return isUnpublished
    ? {
        title: 'Clipping não é mais público',
        sentence: `${clipping} deixou de ser público e você não receberá novas edições. O que foi publicado até aqui continua disponível para você.`,
      }
    : {
        title: 'Clipping encerrado',
        sentence: `${clipping} foi encerrado por quem o criou e não terá novas edições.`,
      }
}
