import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLArgument,
  type GraphQLInputType,
  type GraphQLSchema,
} from 'graphql'
import { fullSelection } from '../kit/client/full-selection.ts'
import { drawTexts } from './dear-texts.ts'

/** Names of the sample's data, for arguments. */
export interface Known {
  articles: readonly string[]
  entities: readonly string[]
  agencies: readonly string[]
  themes: readonly string[]
  releases: readonly string[]
}

interface Sources {
  /** Numbers from 0 to 1. */
  random: () => number
  known: Known
}

/** Greatest documented values, by argument. */
const LIMITS: Record<string, number> = { days: 366, windowDays: 60, baselineDays: 60, depth: 2, level: 3 }
const LIMIT = 500
const LIST_VALUES = [1, 20, 60, 200]
const KEYWORD_COUNTS = [1, 13, 50]
const KEYWORD_LISTS: ReadonlySet<string> = new Set(['keywords', 'excludeKeywords'])
const VALUE_LISTS: ReadonlySet<string> = new Set(['tags', 'entities', 'entityCanonical'])

/** Returns one call of a root field with arguments at their limits, without an alias. */
export function drawCall(schema: GraphQLSchema, name: string, { random, known }: Sources): string {
  const field = schema.getQueryType()?.getFields()[name]
  if (!field) throw new Error(`There is no field ${name}`)
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)]
  const texts = drawTexts(random)

  function textFor(argument: string): string {
    if (argument === 'uniqueId') return pick(known.articles) ?? 'a'
    if (argument === 'entityId' || (argument === 'id' && name.startsWith('ent')))
      return pick(known.entities) ?? 'Q1'
    if (argument === 'id') return pick([...known.entities, ...known.releases]) ?? 'a'
    if (['agencyKey', 'agencies', 'excludeAgencies'].includes(argument)) return pick(known.agencies) ?? 'mec'
    if (argument === 'themes') return pick(known.themes) ?? '01'
    if (argument === 'dateFrom' || argument === 'startDate')
      return pick(['2025-12-01', '2026-06-01', '2000-01-01']) ?? ''
    if (argument === 'dateTo' || argument === 'endDate') return '2026-12-31'
    if (argument === 'type') return pick(['ORG', 'PER', 'CANONICAL']) ?? 'ORG'
    if (KEYWORD_LISTS.has(argument)) return texts.keyword()
    if (VALUE_LISTS.has(argument) || argument === 'themeLabel') return texts.value()
    if (argument === 'sentiment') return pick(['positive', 'neutral', 'negative']) ?? 'positive'
    if (argument === 'domain' || argument === 'lifecyclePhase') return ''
    return texts.query()
  }

  function listFor(argument: string, type: GraphQLInputType): string {
    const count = pick(KEYWORD_LISTS.has(argument) ? KEYWORD_COUNTS : LIST_VALUES) ?? 1
    const values = Array.from({ length: count }, () => valueFor(argument, type))
    return `[${[...new Set(values)].join(', ')}]`
  }

  function valueFor(argument: string, type: GraphQLInputType): string {
    if (isNonNullType(type)) return valueFor(argument, type.ofType)
    if (isListType(type)) return listFor(argument, type.ofType)
    const named = getNamedType(type)
    if (isEnumType(named)) return pick(named.getValues())?.name ?? 'null'
    if (isInputObjectType(named)) return `{ ${Object.values(named.getFields()).flatMap(write).join(', ')} }`
    if (named.name === 'Int') return argument === 'page' ? '1' : String(LIMITS[argument] ?? LIMIT)
    if (named.name === 'Float') return pick(['0.3', '0.8']) ?? '0.3'
    if (named.name === 'Boolean') return String(random() < 0.5)
    return JSON.stringify(textFor(argument))
  }

  /** Writes an argument or input field. Often omits optional ones, because each reduces the number of results. */
  function write({ name: argument, type }: Pick<GraphQLArgument, 'name' | 'type'>): string[] {
    const isOptional = !isNonNullType(type)
    if (isOptional && random() < 0.7) return []
    return [`${argument}: ${valueFor(argument, type)}`]
  }

  const list = field.args.flatMap(write)
  const full = fullSelection(field.type)
  const selection = full === '' || random() < 0.5 ? full : '{ __typename }'
  return `${name}${list.length > 0 ? `(${list.join(', ')})` : ''} ${selection}`.trim()
}
