import { badInput, limitExceeded } from '@pauta/platform/errors'
import {
  FILTER_NAMES,
  filtersOfKind,
  LIST_FILTERS,
  type ListFilter,
} from '@pauta/core/search-index/article-filter'
import { ORDERS, parseSelection, type Selection } from './selection.ts'

// The URL form of a selection, version 1:
// - Names are those of GraphQL: agencies, themes, startDate, …; `q`, `semantic`, `alpha` and `sort` are those of search.
// - A list is one parameter with commas (`agencies=saude,mec`), a repeated parameter, or both.
//   `\,` is a comma inside a value, and `\\` a backslash.
// - A switch is `true` or `false` (also `1` or `0`). `sort` is `date`, `relevance`, `trending` or `views`.
// - An empty parameter (`q=`) restricts nothing, as forms send it.
// - `v=1` names the version and may be missing.

const GRAMMAR_VERSION = '1'
/** Longer addresses are refused. */
export const QUERY_MAX_CHARACTERS = 8000

const TEXT_PARAMETERS = [...filtersOfKind('text', 'day'), 'q', 'title'] as const
const NUMBER_PARAMETERS = ['alpha', ...filtersOfKind('number')] as const
const SWITCH_PARAMETERS = [...filtersOfKind('switch'), 'semantic'] as const

/** All parameters of a selection, in the order in which they are written. */
const SELECTION_PARAMETERS: readonly string[] = [
  'v',
  'q',
  'semantic',
  'alpha',
  ...FILTER_NAMES,
  'sort',
  'title',
]

/** A selection and the parameters of the route, such as `limit`. */
export interface ParsedQuery<Other extends string> {
  selection: Selection
  /** The values of the other parameters that are present and not empty. */
  others: Partial<Record<Other, string>>
}

/** Splits a list at its commas. `\,` is a comma inside a value, and `\\` a backslash. */
function splitList(text: string): string[] {
  const values = ['']
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '\\' && at + 1 < text.length) values.push((values.pop() ?? '') + text[++at])
    else if (character === ',') values.push('')
    else values.push((values.pop() ?? '') + character)
  }
  return values
}

const joinList = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[\\,]/g, '\\$&')).join(',')

function readSwitch(text: string, name: string): boolean {
  if (text === 'true' || text === '1') return true
  if (text === 'false' || text === '0') return false
  throw badInput(name, 'use true ou false.')
}

function readNumber(text: string, name: string): number {
  if (!/^-?\d+(\.\d+)?(e-\d+)?$/.test(text)) throw badInput(name, `"${text.slice(0, 40)}" não é um número.`)
  return Number(text)
}

function readOrder(text: string) {
  const order = ORDERS.find((one) => one === text.toUpperCase())
  if (order === undefined)
    throw badInput('sort', `use um destes valores: ${ORDERS.join(', ').toLowerCase()}.`)
  return order
}

/** Collects the values of each parameter. Throws BAD_USER_INPUT naming a parameter that is not in `known`. */
function collect(query: Iterable<readonly [string, string]>, known: readonly string[]) {
  const given = new Map<string, string[]>()
  let characters = 0
  for (const [name, value] of query) {
    characters += name.length + value.length
    if (characters > QUERY_MAX_CHARACTERS)
      throw limitExceeded(
        name.slice(0, 40),
        `os parâmetros têm no máximo ${QUERY_MAX_CHARACTERS} caracteres.`,
      )
    if (!known.includes(name))
      throw badInput(name.slice(0, 40), `parâmetro desconhecido. Os parâmetros são: ${known.join(', ')}.`)
    if (value.trim() !== '') given.set(name, [...(given.get(name) ?? []), value.trim()])
  }
  return given
}

/**
 * Reads a selection from decoded query parameters, and the parameters in `others` as texts. Throws BAD_USER_INPUT or
 * LIMIT_EXCEEDED naming the parameter that is unknown, repeated or wrong.
 */
export function readQuery<Other extends string = never>(
  query: Iterable<readonly [string, string]>,
  others: readonly Other[] = [],
): ParsedQuery<Other> {
  const given = collect(query, [...SELECTION_PARAMETERS, ...others])
  const textOf = (name: string): string | undefined => {
    const values = given.get(name)
    if (values && values.length > 1) throw badInput(name, 'informe este parâmetro uma só vez.')
    return values?.[0]
  }
  const read = <T>(name: string, convert: (text: string, name: string) => T): T | undefined => {
    const text = textOf(name)
    return text === undefined ? undefined : convert(text, name)
  }
  const version = textOf('v')
  if (version !== undefined && version !== GRAMMAR_VERSION)
    throw badInput('v', `só existe a versão ${GRAMMAR_VERSION} dos parâmetros.`)
  const lists = LIST_FILTERS.map((name) => [name, (given.get(name) ?? []).flatMap(splitList)] as const)
  const texts = TEXT_PARAMETERS.map((name) => [name, textOf(name)] as const)
  const switches = SWITCH_PARAMETERS.map((name) => [name, read(name, readSwitch)] as const)
  const numbers = NUMBER_PARAMETERS.map((name) => [name, read(name, readNumber)] as const)
  const own = others.flatMap((name): [string, string][] => {
    const text = textOf(name)
    return text === undefined ? [] : [[name, text]]
  })
  const semantic = switches.find(([name]) => name === 'semantic')?.[1] ?? false
  if (semantic && textOf('q') === undefined) throw badInput('semantic', 'informe também q.')
  if (textOf('alpha') !== undefined && !semantic) throw badInput('alpha', 'informe também semantic=true.')
  return {
    selection: parseSelection({
      ...(Object.fromEntries(lists) as Record<ListFilter, string[]>),
      ...Object.fromEntries(texts),
      ...Object.fromEntries(switches),
      ...Object.fromEntries(numbers),
      sort: read('sort', readOrder),
    }),
    others: Object.fromEntries(own) as Partial<Record<Other, string>>,
  }
}

/**
 * Writes a selection and other parameters as a query string, without `?`: '' for all articles. `readQuery` of the
 * result returns the same selection.
 */
export function writeQuery(
  selection: Selection,
  others: Readonly<Record<string, string | number | undefined>> = {},
): string {
  const own: Record<string, string> = Object.fromEntries(
    LIST_FILTERS.map((name) => [name, joinList(selection[name])]),
  )
  for (const name of TEXT_PARAMETERS) own[name] = selection[name] ?? ''
  for (const name of SWITCH_PARAMETERS) own[name] = selection[name] ? 'true' : ''
  for (const name of NUMBER_PARAMETERS) own[name] = selection[name] === null ? '' : String(selection[name])
  own['sort'] = selection.sort === 'DATE' ? '' : selection.sort.toLowerCase()
  const written = [
    ...SELECTION_PARAMETERS.map((name) => [name, own[name] ?? ''] as const),
    ...Object.entries(others).map(([name, value]) => [name, String(value ?? '')] as const),
  ].filter(([, value]) => value !== '')
  return new URLSearchParams(written.map(([name, value]) => [name, value])).toString().replaceAll('%2C', ',')
}
