import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anArticle } from '../kit/rows/factories.ts'
import { byForm, seedByForm } from '../kit/runner/form.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

let stack: TestStack

beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish([anArticle()])
})
afterAll(() => stack.stop())

describe('queries of analytics and entities', () => {
  it('accept the maximum of every argument with every field', async () => {
    const article = `uniqueId title url image videoUrl content summary subtitle editorialLead category tags agency
      agencyName publishedAt extractedAt theme1Level1Code theme1Level1Label mostSpecificThemeCode publicationHour
      features { viewCount wordCount entities { text type count } contentAnnotations { start end type text } }`
    const codes = await stack.codes(`{
      entitySuggestions(limit: 100) { value count entityId label }
      relatedEntities(id: "Q100", limit: 100) { canonicalId canonicalName type wikidataId weight kind }
      entityNetwork(id: "Q100", depth: 2, limit: 500) {
        nodes { entityId canonicalName type wikidataId } edges { src dst weight kind }
      }
      entityCoverage(entityId: "Q100", granularity: DAY) {
        period agencyKey agencyName articleCount totalMentions avgSentimentScore
      }
      entitySearch(query: "saude", limit: 20) { entityId canonicalName type aliases articleCount confidence }
      entityArticles(entityId: "Q100", limit: 50) { found page articles { ${article} } }
      policies(limit: 200) { entityId canonicalName domain lifecyclePhase wikidataId aliases articleCount }
      trendingEntities(limit: 50) { entityId canonicalName type trendingScore volumeRatio windowCount isNew }
      trendingThemes(limit: 100) { themeCode themeLabel topArticles { uniqueId title agencyName publishedAt } }
      agencyAnalytics(agencies: ["mec"], dateFrom: "2026-01-01", dateTo: "2026-12-31", granularity: DAY) {
        period agencyKey agencyName articleCount avgSentimentScore pctPositive pctNegative topThemes { label count }
      }
    }`)
    expect(codes).toEqual([])
  })

  it('treat any text only as a value', async () => {
    const document = `query ($text: String!) {
      entitySuggestions(query: $text) { count }
      canonical: entitySuggestions(query: $text, type: "CANONICAL") { count }
      typed: entitySuggestions(type: $text) { count }
      entity(id: $text) { type }
      relatedEntities(id: $text) { weight }
      entityNetwork(id: $text, depth: 2) { edges { weight } }
      entityCoverage(entityId: $text, dateFrom: $text) { articleCount }
      entitySearch(query: $text) { confidence }
      entityArticles(entityId: $text) { found }
      policies(domain: $text) { articleCount }
      trendingThemes(agencyKey: $text) { windowCount }
      agencyAnalytics(agencies: [$text], dateFrom: "2026-01-01", dateTo: "2026-01-02") { articleCount }
    }`
    const units = fc.constantFrom(...'aQ1\'"`:*%_\\\u0000\ud800&|()[], '.split(''), 'é', 'dgb_', '&&')
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: units, maxLength: 12 }), async (text) => {
        const codes = await stack.codes(document, { text })
        expect(codes.filter((code) => code !== 'BAD_USER_INPUT')).toEqual([])
      }),
      { numRuns: byForm({ short: 30, long: 1000 }), seed: seedByForm(20_260_603) },
    )
  })
})
