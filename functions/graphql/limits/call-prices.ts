import { SERIES_MAX_ROWS } from '@pauta/platform/time/period'
import { DAY_MS } from '@pauta/platform/time/time'
import { getNullableType, isListType, type GraphQLField } from 'graphql'
import { findDirective } from '../request/field-directives.ts'

/** The arguments of one call. */
export interface CallArguments {
  number(name: string): number
  /** Number of characters of a text. */
  characters(name: string): number
  /** Number of words of a text that a search looks up, or of all keywords of a list. */
  words(name: string): number
  /** Points of a filter. */
  filter(name: string): number
  /** Number of values of a list. */
  count(name: string): number
  text(name: string): string | undefined
  isTrue(name: string): boolean
}

/** The number of rows that a call returns, and its price without the selected fields. */
export interface CallPrice {
  rows: number
  work: number
  /** Price of one field of a row. */
  perField: number
}

/** The arguments of `@cost`. */
interface Cost {
  weight: number
  perRow: number
  perField: number
  arguments: {
    name: string
    unit: 'CHARACTER' | 'WORD' | 'ITEM' | 'SET' | 'FILTER'
    weight: number
    maximum?: number
  }[]
}

/** The arguments of `@listSize`. */
interface ListSize {
  assumedSize: number
  slicingArguments: string[]
  maximum: number
  perPeriod: boolean
}

type Field = GraphQLField<unknown, unknown>

/** The price of a value that is already in memory. */
const READ: CallPrice = { rows: 1, work: 0, perField: 1 }

/** Years of a series without a start date. */
const OPEN_YEARS = 10
const DAYS_OF_LONG_PERIODS: Record<string, number> = { WEEK: 7, MONTH: 28 }

/** Returns the number of periods between two dates; for open or invalid dates, the number of ten years. */
function periodsOf(args: CallArguments): number {
  const days = (Date.parse(args.text('dateTo') ?? '') - Date.parse(args.text('dateFrom') ?? '')) / DAY_MS + 2
  const known = Number.isNaN(days) ? OPEN_YEARS * 366 : Math.max(days, 1)
  return Math.ceil(known / (DAYS_OF_LONG_PERIODS[args.text('granularity') ?? ''] ?? 1)) + 1
}

function isList(field: Field, name: string): boolean {
  const argument = field.args.find((one) => one.name === name)
  return argument !== undefined && isListType(getNullableType(argument.type))
}

function rowsOf(field: Field, args: CallArguments): number {
  const size = findDirective<ListSize>(field, 'listSize')
  if (!size) return 1
  const { assumedSize = 0, slicingArguments = [], maximum = Infinity, perPeriod = false } = size
  const sizes = slicingArguments.map((name) => (isList(field, name) ? args.count(name) : args.number(name)))
  const rows = Math.min(Math.max(assumedSize, ...sizes), maximum)
  return perPeriod ? Math.min(rows * periodsOf(args), SERIES_MAX_ROWS) : rows
}

function unitsOf(args: CallArguments, { name, unit }: Cost['arguments'][number]): number {
  if (unit === 'CHARACTER') return args.characters(name)
  if (unit === 'WORD') return args.words(name)
  if (unit === 'ITEM') return args.count(name)
  if (unit === 'FILTER') return args.filter(name)
  return args.isTrue(name) ? 1 : 0
}

/**
 * Returns the rows and the price of a call, by the directives `@cost` and `@listSize` of its field, in points. An
 * operation may have 50,000 points. A point stands for 40 µs of one processor on the sample data, so that no operation
 * takes more than 2 s; `npm run bench -- dearest` measures this. A field without `@cost` costs 1 and has one row.
 */
export function priceOfCall(field: Field, args: CallArguments): CallPrice {
  const cost = findDirective<Cost>(field, 'cost')
  if (!cost) return READ
  const { weight = 0, perRow = 0, perField = 1 } = cost
  const rows = rowsOf(field, args)
  const ofArguments = (cost.arguments ?? []).map(
    (one) => one.weight * Math.min(unitsOf(args, one), one.maximum ?? Infinity),
  )
  return { rows, work: ofArguments.reduce((sum, points) => sum + points, weight) + perRow * rows, perField }
}
