import type { FilterName } from '@pauta/core/search-index/article-filter'
import { localDay } from '@pauta/platform/time/time'
import type { Selection } from './selection.ts'

const SENTIMENTS: Record<string, string> = { positive: 'positivo', neutral: 'neutro', negative: 'negativo' }
const THEME_SOURCES: Record<string, string> = {
  operator: 'da operação',
  site: 'do site',
  model: 'de modelo de linguagem',
  learned: 'aprendidos',
  rules: 'por regras',
}
const ORDERS = { DATE: '', RELEVANCE: '', TRENDING: 'em alta', VIEWS: 'mais vistas' } as const
const VALUES_MAX = 5

const percent = (share: number) =>
  share.toLocaleString('pt-BR', { style: 'percent', maximumFractionDigits: 1 })

function enumerate(values: readonly string[]): string {
  const rest = values.length - VALUES_MAX
  return values.slice(0, VALUES_MAX).join(', ') + (rest > 0 ? ` e mais ${rest}` : '')
}

const day = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : localDay(new Date(text)))

const named = (label: string) => (values: readonly string[]) =>
  values.length === 0 ? '' : `${label} ${enumerate(values)}`

/** How titles describe each filter, in their order; '' for one that restricts nothing. */
const DESCRIBED: { [Name in FilterName]: (value: Selection[Name]) => string } = {
  keywords: named('com'),
  excludeKeywords: named('sem'),
  agencies: named('órgãos'),
  themes: named('temas'),
  tags: named('etiquetas'),
  entities: named('que citam'),
  entityCanonical: named('entidades'),
  states: named('estados'),
  themeLabel: (label) => (label === null ? '' : `tema ${label}`),
  themeSource: (values) => named('temas')(values.map((value) => THEME_SOURCES[value] ?? value)),
  minThemeConfidence: (least) =>
    least === null ? '' : `temas com probabilidade de ${percent(least)} ou mais`,
  sentiment: (values) => named('sentimento')(values.map((value) => SENTIMENTS[value] ?? value)),
  startDate: (text) => (text === null ? '' : `desde ${day(text)}`),
  endDate: (text) => (text === null ? '' : `até ${day(text)}`),
  dedup: () => '',
  oneStoryPer: () => '',
}

const describeFilter = (selection: Selection, name: FilterName): string =>
  (DESCRIBED[name] as (value: unknown) => string)(selection[name])

/** Returns a selection in Portuguese, for titles: `vacina · órgãos saude, mec`. '' for all articles. */
export function describeSelection(selection: Selection): string {
  const filters = (Object.keys(DESCRIBED) as FilterName[]).map((name) => describeFilter(selection, name))
  return [selection.q ?? '', ...filters, ORDERS[selection.sort]].filter((part) => part !== '').join(' · ')
}
