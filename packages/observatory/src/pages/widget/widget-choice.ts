import { escapeComma } from '../../api/filter-addresses.ts'
import { readState, writeFilter, type SearchState } from '../search/selection.ts'
import type { WidgetChoice } from './write-snippet.ts'

export const LIMIT_MAX = 20
const LIMIT_DEFAULT = 5

/** Returns the filters of a search that are no choice of the form, the newest first unless it names another order. */
export function writeOthers(state: SearchState): string {
  const parameters = writeFilter(state)
  for (const name of ['agencies', 'themes']) parameters.delete(name)
  if (state.sort === undefined) parameters.delete('sort')
  return parameters.toString()
}

/** Returns the filters of a choice other than agencies and themes. */
export const readOthers = ({ filter }: Pick<WidgetChoice, 'filter'>): SearchState =>
  readState(new URLSearchParams(filter))

/** Returns a filter with other words. Without words it has no order by relevance and no meaning. */
export function withWords(filter: string, words: string): string {
  const parameters = new URLSearchParams(filter)
  if (words.trim() !== '') parameters.set('q', words)
  else for (const name of ['q', 'semantic', 'sort']) parameters.delete(name)
  return parameters.toString()
}

/** Returns a number of articles that a widget can show. */
export const boundLimit = (limit: number): number => Math.min(LIMIT_MAX, Math.max(1, Math.floor(limit) || 1))

/** Reads the choices of the form from the query of its page: those of a search, and how the widget looks. */
export function readChoice(parameters: URLSearchParams): WidgetChoice {
  const state = readState(parameters)
  return {
    agencies: state.agencies,
    themes: state.themes,
    filter: writeOthers(state),
    limit: boundLimit(Number(parameters.get('limit') ?? LIMIT_DEFAULT)),
    layout: parameters.get('layout') === 'cards' ? 'cards' : 'list',
  }
}

/** Writes the choices as the query of the page. `readChoice` of it returns the same choices. */
export function writeChoice({ agencies, themes, filter, limit, layout }: WidgetChoice): string {
  const parameters = new URLSearchParams(filter)
  for (const [name, codes] of Object.entries({ agencies, themes }))
    if (codes.length > 0) parameters.set(name, codes.map(escapeComma).join(','))
  if (limit !== LIMIT_DEFAULT) parameters.set('limit', String(limit))
  if (layout !== 'list') parameters.set('layout', layout)
  return parameters.toString().replaceAll('%2C', ',')
}
