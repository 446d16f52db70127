import { withoutCodes } from '@pauta/functions/graphql/schema/list-descriptions'
import { DEEPEST_ROW } from '@pauta/functions/graphql/request/arguments'
import { makeSchema } from '@pauta/functions/graphql/schema/schema'
import { PREVIEWS } from '@pauta/functions/graphql/schema/clippings/mail-preview'
import { ATTEMPTS_MAX } from '@pauta/clippings/alerts/network-limit'
import { ALERTS_PER_ADDRESS } from '@pauta/clippings/alerts/request-alert'
import { DESCRIPTION_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '@pauta/clippings/clippings/bounds'
import { AUTHORED_MAX } from '@pauta/clippings/clippings/clipping'
import { MANY_ARTICLES_PER_DAY } from '@pauta/clippings/recortes/expected-articles'
import { RECORTE_BOUNDS, RECORTES_MAX } from '@pauta/clippings/recortes/recorte'
import { EXTRA_EMAILS_MAX } from '@pauta/clippings/subscriptions/channels'
import { FOLLOWED_MAX } from '@pauta/clippings/subscriptions/subscription'
import { WINDOW_MENTIONS_MAX } from '@pauta/core/entities/queries-network'
import { TIMELINE_MAX_DAYS } from '@pauta/core/analytics/timeline'
import { ID_MAX_CHARACTERS } from '@pauta/core/articles/article-id'
import { LIST_BOUNDS } from '@pauta/core/search-index/article-filter'
import { QUERY_WORDS_MAX } from '@pauta/core/search-index/query'
import { DEFAULT_ALPHA } from '@pauta/core/search-index/search-by-meaning'
import { SUGGESTIONS_MAX } from '@pauta/core/search-index/suggestions'
import { WIDGET_MAX_AGENCIES, WIDGET_MAX_THEMES } from '@pauta/core/widgets/widget'
import { TOOLS } from '@pauta/syndication/mcp/tools/tools'
import { foldName } from '@pauta/platform/text/fold-text'
import {
  getIntrospectionQuery,
  isObjectType,
  valueFromASTUntyped,
  type FieldDefinitionNode,
  type IntrospectionInputValue,
  type IntrospectionQuery,
  type IntrospectionType,
} from 'graphql'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

/** What introspection returns about one public element. */
interface Element {
  coordinate: string
  name: string
  description: string
  defaultValue: string | null
}

/** A field, an argument or a value of an enum. */
interface IntrospectionPart {
  name: string
  description?: string | null | undefined
  defaultValue?: string | null | undefined
  args?: readonly IntrospectionInputValue[]
}

let stack: TestStack
let elements: Map<string, Element>

beforeAll(async () => {
  stack = await shareTestStack()
  const query = getIntrospectionQuery({ inputValueDeprecation: true })
  elements = listElements(await stack.query(query))
})
afterAll(() => stack.stop())

/** The fields or values of a type. */
function partsOf(type: IntrospectionType): readonly IntrospectionPart[] {
  if (type.kind === 'OBJECT') return type.fields
  if (type.kind === 'INPUT_OBJECT') return type.inputFields
  return type.kind === 'ENUM' ? type.enumValues : []
}

/** Lists types, fields, arguments, values of enums, scalars and directives, without the types of introspection. */
function listElements({ __schema: schema }: IntrospectionQuery): Map<string, Element> {
  const found = new Map<string, Element>()
  const add = (
    coordinate: string,
    { name, description, defaultValue = null, args = [] }: IntrospectionPart,
  ) => {
    found.set(coordinate, { coordinate, name, description: description ?? '', defaultValue })
    for (const argument of args) add(`${coordinate}(${argument.name}:)`, argument)
  }
  for (const directive of schema.directives) add(`@${directive.name}`, directive)
  for (const type of schema.types.filter(({ name }) => !name.startsWith('__'))) {
    add(type.name, type)
    for (const part of partsOf(type)) add(`${type.name}.${part.name}`, part)
  }
  return found
}

const textOf = (coordinate: string): string => elements.get(coordinate)?.description ?? ''
const coordinatesOf = (judge: (element: Element) => boolean): string[] =>
  [...elements.values()].filter(judge).map(({ coordinate }) => coordinate)

/** Returns the text without code, such as `limit`. */
const wordsOf = (text: string): string => text.replaceAll(/`[^`]*`/g, '')
const inPortuguese = (value: number): string => value.toLocaleString('pt-BR')
/** Returns the numbers in a text, as written there. */
const numbersOf = (text: string): string[] => text.match(/\d+(?:[.,]\d+)*/g) ?? []

/** Returns the arguments of a field's `@listSize`. */
function readSize(field: FieldDefinitionNode | null | undefined) {
  const directive = field?.directives?.find(({ name }) => name.value === 'listSize')
  const values = directive?.arguments?.map(({ name, value }) => [name.value, valueFromASTUntyped(value)])
  return Object.fromEntries(values ?? []) as { slicingArguments?: string[]; maximum?: number }
}

/** Returns a default value as descriptions write it; undefined if it needs no words, such as an empty list. */
function shownDefault(value: string | null): string | undefined {
  if (value === null || ['null', '[]', '""', 'false'].includes(value)) return undefined
  if (/^-?[\d.]+$/.test(value)) return inPortuguese(Number(value))
  return value.replaceAll('"', '')
}

describe('every public element', () => {
  it('has a description', () => {
    expect(elements.size).toBeGreaterThan(800)
    expect(coordinatesOf(({ description }) => description.trim() === '')).toEqual([])
  })

  it('has a description that adds words to its name', () => {
    const repeats = ({ name, description }: Element) => {
      const words = name.replaceAll(/(?<=[a-z\d])(?=[A-Z])|_/g, ' ')
      return [name, words].some((form) => foldName(form) === foldName(description))
    }
    expect(coordinatesOf(repeats)).toEqual([])
  })

  it('has a description in Portuguese of at most 400 characters, with a full stop', () => {
    const isEnglish = ({ description }: Element) =>
      /\b(the|of|and|with|which|when|for|from|at most|articles?)\b/i.test(wordsOf(description))
    expect(coordinatesOf(isEnglish)).toEqual([])
    expect(coordinatesOf(({ description }) => !description.endsWith('.'))).toEqual([])
    expect(coordinatesOf(({ description }) => description.length > 400)).toEqual([])
  })

  it('names its default value', () => {
    const named = ({ defaultValue, description }: Element) => {
      const shown = shownDefault(defaultValue)
      if (shown === undefined) return !description.includes('padrão true')
      const [, after = ''] = description.replaceAll('`', '').split(`padrão ${shown}`)
      return /^[.,;: ](?!\d)/.test(after)
    }
    const withDefault = [...elements.values()].filter(({ defaultValue }) => defaultValue !== null)
    expect(withDefault.length).toBeGreaterThan(100)
    expect(withDefault.filter((element) => !named(element)).map(({ coordinate }) => coordinate)).toEqual([])
  })

  it('names the maximum of rows that its price assumes', () => {
    const bounded: string[] = []
    const wrong: string[] = []
    for (const type of Object.values(makeSchema().getTypeMap()).filter(isObjectType))
      for (const { name, astNode } of Object.values(type.getFields())) {
        const { slicingArguments = [], maximum } = readSize(astNode)
        if (maximum === undefined) continue
        for (const argument of slicingArguments) {
          const coordinate = `${type.name}.${name}(${argument}:)`
          bounded.push(coordinate)
          if (!numbersOf(textOf(coordinate)).includes(inPortuguese(maximum))) wrong.push(coordinate)
        }
      }
    expect(bounded.length).toBeGreaterThan(20)
    expect(wrong).toEqual([])
  })

  it.each([
    ['Query.articles(page:)', DEEPEST_ROW],
    ['Query.article(uniqueId:)', ID_MAX_CHARACTERS],
    ['Query.clipping(id:)', ID_MAX_CHARACTERS],
    ['Query.search(query:)', QUERY_WORDS_MAX],
    ['Query.search(alpha:)', DEFAULT_ALPHA],
    ['Query.searchSuggestions', SUGGESTIONS_MAX],
    ['Query.entityNetwork(dateFrom:)', WINDOW_MENTIONS_MAX],
    ['Query.articlesTimeline(range:)', TIMELINE_MAX_DAYS],
    ['DateRange.days', TIMELINE_MAX_DAYS],
    ['ArticleFilter.agencies', LIST_BOUNDS.list.characters],
    ['ArticleFilter.excludeAgencies', LIST_BOUNDS.list.most],
    ['ArticleFilter.keywords', LIST_BOUNDS.keywords.most],
    ['ArticleFilter.excludeKeywords', LIST_BOUNDS.keywords.characters],
    ['RecorteInput.themes', RECORTE_BOUNDS.themes.most],
    ['RecorteInput.agencies', RECORTE_BOUNDS.agencies.most],
    ['RecorteInput.excludeAgencies', RECORTE_BOUNDS.excludeAgencies.most],
    ['RecorteInput.keywords', RECORTE_BOUNDS.keywords.most],
    ['RecorteInput.entityCanonical', RECORTE_BOUNDS.entityCanonical.most],
    ['RecorteInput.states', RECORTE_BOUNDS.states.most],
    ['RecorteFiltersInput.excludeKeywords', RECORTE_BOUNDS.excludeKeywords.most],
    ['EstimateResult.warning', MANY_ARTICLES_PER_DAY],
    ['ClippingInput.name', NAME_MAX_CHARACTERS],
    ['ClippingInput.description', DESCRIPTION_MAX_CHARACTERS],
    ['ClippingInput.recortes', RECORTES_MAX],
    ['ClippingInput.extraEmails', EXTRA_EMAILS_MAX],
    ['SubscribeInput.extraEmails', EXTRA_EMAILS_MAX],
    ['PublishInput.name', NAME_MAX_CHARACTERS],
    ['PublishInput.description', DESCRIPTION_MAX_CHARACTERS],
    ['Mutation.requestAlert', ATTEMPTS_MAX.request],
    ['Mutation.confirmAlert', ALERTS_PER_ADDRESS],
    ['Mutation.updateAlert', ATTEMPTS_MAX.change],
    ['Query.clippingMailPreview', PREVIEWS.max],
    ['Mutation.createClipping', AUTHORED_MAX],
    ['Mutation.cloneMarketplaceListing', AUTHORED_MAX],
    ['Mutation.subscribeToClipping', FOLLOWED_MAX],
    ['WidgetConfigInput.agencies', WIDGET_MAX_AGENCIES],
    ['WidgetConfigInput.themes', WIDGET_MAX_THEMES],
  ])('%s names the limit of the code, %d', (coordinate, limit) => {
    expect(numbersOf(textOf(coordinate))).toContain(inPortuguese(limit))
  })
})

describe('a parameter of a tool of MCP', () => {
  it.each([
    ['search_articles', 'semantic', 'Query.search(semantic:)'],
    ['search_articles', 'agencies', 'ArticleFilter.agencies'],
    ['search_articles', 'excludeAgencies', 'ArticleFilter.excludeAgencies'],
    ['search_articles', 'themes', 'ArticleFilter.themes'],
    ['search_articles', 'keywords', 'ArticleFilter.keywords'],
    ['search_articles', 'dedup', 'ArticleFilter.dedup'],
    ['search_articles', 'alpha', 'Query.search(alpha:)'],
    ['count_articles', 'agencies', 'ArticleFilter.agencies'],
    ['count_articles', 'granularity', 'Query.agencyAnalytics(granularity:)'],
    ['agency_analytics', 'granularity', 'Query.agencyAnalytics(granularity:)'],
    ['related_articles', 'uniqueId', 'Query.relatedArticles(uniqueId:)'],
    ['trending', 'windowDays', 'Query.trendingThemes(windowDays:)'],
    ['search_articles', 'endDate', 'ArticleFilter.endDate'],
    ['search_articles', 'page', 'Query.articles(page:)'],
    ['get_article', 'uniqueId', 'Query.article(uniqueId:)'],
    ['get_release', 'id', 'Query.release(id:)'],
    ['entity_coverage', 'granularity', 'Query.entityCoverage(granularity:)'],
    ['estimate_recorte', 'excludeKeywords', 'RecorteFiltersInput.excludeKeywords'],
    ['create_clipping', 'schedule', 'ClippingInput.schedule'],
  ])('%s(%s) has the words of %s, without codes', (name, parameter, coordinate) => {
    const tool = TOOLS.find((one) => one.name === name)
    const shape = tool?.input.shape[parameter] as { description?: string } | undefined
    const description = shape?.description ?? ''
    expect(textOf(coordinate)).not.toBe('')
    expect(description.startsWith(withoutCodes(textOf(coordinate)))).toBe(true)
    expect(description).not.toContain('LIMIT_EXCEEDED)')
  })
})

it('returns the description of one type', async () => {
  expect(await stack.query('{ __type(name: "Article") { description } }')).toEqual({
    __type: { description: textOf('Article') },
  })
})
