import { localDay } from '@pauta/platform/time/time'
import type { ListParameter, Selection } from './selection.ts'

const LABELS: readonly (readonly [ListParameter, string])[] = [
  ['keywords', 'com'],
  ['excludeKeywords', 'sem'],
  ['agencies', 'órgãos'],
  ['themes', 'temas'],
  ['tags', 'etiquetas'],
  ['entities', 'que citam'],
  ['entityCanonical', 'entidades'],
]
const SENTIMENTS: Record<string, string> = { positive: 'positivo', neutral: 'neutro', negative: 'negativo' }
const ORDERS = { DATE: '', RELEVANCE: '', TRENDING: 'em alta', VIEWS: 'mais vistas' } as const
const VALUES_MAX = 5

function enumerate(values: readonly string[]): string {
  const rest = values.length - VALUES_MAX
  return values.slice(0, VALUES_MAX).join(', ') + (rest > 0 ? ` e mais ${rest}` : '')
}

const day = (text: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : localDay(new Date(text)))

/** Returns a selection in Portuguese, for titles: `vacina · órgãos saude, mec`. '' for all articles. */
export function describeSelection(selection: Selection): string {
  const { q, themeLabel, sentiment, startDate, endDate, sort } = selection
  return [
    q ?? '',
    ...LABELS.map(([name, label]) =>
      selection[name].length === 0 ? '' : `${label} ${enumerate(selection[name])}`,
    ),
    themeLabel === null ? '' : `tema ${themeLabel}`,
    sentiment.length === 0
      ? ''
      : `sentimento ${enumerate(sentiment.map((value) => SENTIMENTS[value] ?? value))}`,
    startDate === null ? '' : `desde ${day(startDate)}`,
    endDate === null ? '' : `até ${day(endDate)}`,
    ORDERS[sort],
  ]
    .filter((part) => part !== '')
    .join(' · ')
}
