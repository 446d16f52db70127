import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startTestStack, type TestStack } from '../support/stack.ts'

let stack: TestStack
beforeAll(async () => {
  stack = await startTestStack()
})
afterAll(() => stack.stop())

const aliases = (count: number) => `{ ${Array.from({ length: count }, (_, i) => `a${i}: ping`).join(' ')} }`
const directives = (count: number) =>
  `{ ping ${'@include(if: true) '.repeat(1)} ${Array.from({ length: count - 1 }, () => '... @include(if: true) { ping }').join(' ')} }`
const ofLength = (length: number) => `{ ping }${' '.repeat(length - 8)}`
const ofTokens = (count: number) => `{ ${'ping '.repeat(count - 2)}}`
// Ten levels need a type that nests: the introspection types do, through a field that is counted.
const nested = (levels: number) =>
  `{ articles { articles { features { ${'... { '.repeat(levels)} wordCount ${'} '.repeat(levels)} } } } }`

// Thirty-four fields of an article: twenty rows of them thirty times stay below 50,000, fifty do not.
const pages = (field: string, count: number) =>
  `{ ${Array.from({ length: count }, (_, i) => `p${i}: ${field} { articles { ...A } }`).join(' ')} }
  fragment A on Article { uniqueId title url image videoUrl content summary subtitle editorialLead category tags agency
    agencyName publishedAt extractedAt theme1Level1Code theme1Level1Label theme1Level2Code theme1Level2Label
    theme1Level3Code theme1Level3Label mostSpecificThemeCode mostSpecificThemeLabel publicationHour features { wordCount
    viewCount uniqueSessions trendingScore readabilityFlesch entities { text type count canonicalId } } }`

describe('limits of a query', () => {
  it.each([
    ['15,000 characters', ofLength(15_000), []],
    ['15,001 characters', ofLength(15_001), ['LIMIT_EXCEEDED']],
    ['30 aliases', aliases(30), []],
    ['31 aliases', aliases(31), ['LIMIT_EXCEEDED']],
    ['50 directives', directives(50), []],
    ['51 directives', directives(51), ['LIMIT_EXCEEDED']],
    ['fields in many inline fragments', nested(40), []],
    ['too many tokens', ofTokens(5001), ['GRAPHQL_PARSE_FAILED']],
    ['searches whose pages come to less than the price limit', pages('search(query: "a")', 30), []],
    [
      'widgets whose pages come to more',
      pages('widgetArticles(config: { articlesPerPage: 1 })', 30),
      ['LIMIT_EXCEEDED'],
    ],
    [
      'a price above the limit',
      '{ a: articles(limit: 250) { ...F } b: articles(limit: 250) { ...F } c: articles(limit: 250) { ...F } } fragment F on ArticlesResult { articles { ...A a: features { ...X } b: features { ...X } c: features { ...X } d: features { ...X } } } fragment X on ArticleFeatures { entities { text type count canonicalId salience } contentAnnotations { start end type text canonicalId } viewCount uniqueSessions trendingScore wordCount readabilityFlesch } fragment A on Article { uniqueId title url image videoUrl content summary subtitle editorialLead category tags }',
      ['LIMIT_EXCEEDED'],
    ],
  ])('%s', async (_, document, codes) => {
    expect(await stack.codes(document)).toEqual(codes)
  })

  it('hold for a fragment that is used again and again', async () => {
    const fragments = Array.from(
      { length: 20 },
      (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`,
    )
    const document = `{ ...F0 } ${fragments.join(' ')} fragment F20 on Query { a: ping }`
    expect(await stack.codes(document)).toEqual(['LIMIT_EXCEEDED'])
  })

  it('do not count introspection', async () => {
    const { getIntrospectionQuery } = await import('graphql')
    expect(
      await stack.codes(getIntrospectionQuery({ specifiedByUrl: true, directiveIsRepeatable: true })),
    ).toEqual([])
  })
})
