import type { IncomingArticleInput } from '@pauta/core/articles/article'
import type { FeatureUpsert } from '@pauta/core/features/features'
import type { EntityRecord } from '@pauta/core/entities/entity-record'
import fc from 'fast-check'
import { AGENCY_NAMES } from './corpora.ts'
import type { OracleEntity, OracleNews } from './entity-oracle.ts'

const policy = (domain: 'HEALTH' | 'SOCIAL', lifecyclePhase: 'ROUTINE' | 'ANNOUNCED') => ({
  domain,
  lifecyclePhase,
  enablingLaws: ['Lei nº 8.080/1990'],
  responsibleAgencies: ['saude'],
  targetPopulation: [],
})

/**
 * A registry of every type, with names that differ only in case, accents and punctuation, and some without mentions.
 */
export const REGISTRY: EntityRecord[] = [
  {
    id: 'Q1',
    wikidataId: 'Q1',
    canonicalName: 'Ministério da Saúde',
    type: 'ORG',
    aliases: ['MS', 'saude!'],
  },
  { id: 'Q2', canonicalName: 'Ministério da Educação', type: 'ORG', aliases: ['MEC'], agencyKey: 'mec' },
  { id: 'Q3', canonicalName: 'São Paulo', type: 'LOC', aliases: ['Sao  Paulo', 'SP'] },
  { id: 'Q40', canonicalName: 'Maria da Saúde', type: 'PER', aliases: [] },
  { id: 'Q41', canonicalName: 'Lei nº 14.133/2021', type: 'LAW', aliases: ['Lei de Licitações'] },
  { id: 'dgb_01ARZ3NDEKTSV4RRFFQ69G5FAV', canonicalName: 'COP30', type: 'EVENT', aliases: ['COP-30'] },
  {
    id: 'Q6',
    canonicalName: 'Bolsa Família',
    type: 'POLICY',
    aliases: ['PBF'],
    policy: policy('SOCIAL', 'ROUTINE'),
  },
  {
    id: 'Q7',
    canonicalName: 'Água para Todos',
    type: 'POLICY',
    aliases: [],
    policy: policy('SOCIAL', 'ANNOUNCED'),
  },
  {
    id: 'Q8',
    canonicalName: 'Mais Médicos',
    type: 'POLICY',
    aliases: [],
    policy: policy('HEALTH', 'ROUTINE'),
  },
  { id: 'Q9', canonicalName: 'Ninguém', type: 'PER', aliases: ['Saúde'] },
]

export const ORACLE_REGISTRY: OracleEntity[] = REGISTRY.map((entity) => ({
  id: entity.id,
  name: entity.canonicalName,
  type: entity.type,
  aliases: entity.aliases,
  policy: entity.policy ? { domain: entity.policy.domain, phase: entity.policy.lifecyclePhase } : null,
}))

/** Names in texts: several names of one entity, an id that no registry accepts, and a name without an id. */
const SURFACES = [
  { text: 'Ministério da Saúde', type: 'ORG', id: 'Q1' },
  { text: 'MS', type: 'ORG', id: 'Q1' },
  { text: 'MEC', type: 'ORG', id: 'Q2' },
  { text: 'São Paulo', type: 'LOC', id: 'Q3' },
  { text: 'Maria da Saúde', type: 'PER', id: 'Q40' },
  { text: 'Lei 14.133/2021', type: 'LAW', id: 'Q41' },
  { text: 'COP30', type: 'EVENT', id: 'dgb_01ARZ3NDEKTSV4RRFFQ69G5FAV' },
  { text: 'Bolsa Família', type: 'POLICY', id: 'Q6' },
  { text: 'Mais Médicos', type: 'POLICY', id: 'Q8' },
  { text: 'saúde bucal', type: 'EVENT', id: 'Q-999' },
  { text: 'Árvores', type: 'ORG', id: null },
] as const

const THEMES = [
  { code: '01', label: 'Economia e Finanças' },
  { code: '02', label: 'Educação' },
  { code: '03', label: 'Saúde' },
  { code: '04', label: 'Segurança Pública' },
]

const HOUR_MS = 3_600_000
/** Hours before now, on both sides of the edges of windows of 1, 7 and 28 days. */
const HOURS_BACK = [1, 2, 23, 25, 100, 167, 169, 500, 671, 673, 800, 839, 841, 2000]
/** Instants around local midnights: ends of years within an ISO week, and days on which clocks changed. */
const MIDNIGHTS = [
  '2026-01-01T03:00:00Z',
  '2025-12-29T03:00:00Z',
  '2026-01-05T03:00:00Z',
  '2025-12-01T03:00:00Z',
  '2018-11-04T03:00:00Z',
  '2018-02-18T03:00:00Z',
]
const SECONDS_AROUND = [-1, 0, 1, 43_200]

const instant = (now: Date) =>
  fc.oneof(
    fc.constantFrom(...HOURS_BACK).map((hours) => new Date(now.getTime() - hours * HOUR_MS)),
    fc
      .record({ midnight: fc.constantFrom(...MIDNIGHTS), seconds: fc.constantFrom(...SECONDS_AROUND) })
      .map(({ midnight, seconds }) => new Date(Date.parse(midnight) + seconds * 1000)),
  )

const mention = fc.record({
  surface: fc.constantFrom(...SURFACES),
  // Null: the mention has no count, which means 1. 0 means no mention.
  count: fc.option(fc.constantFrom(0, 1, 2, 7)),
})

const features = fc.record({
  score: fc.option(fc.constantFrom(-1, -0.45, 0, 0.3, 0.999)),
  label: fc.option(fc.constantFrom('positive', 'neutral', 'negative')),
  hasSentiment: fc.boolean(),
  readability: fc.option(fc.constantFrom(0, 12.3, 55.5, 100)),
  words: fc.option(fc.constantFrom(1, 10, 333)),
  mentions: fc.array(mention, { maxLength: 6 }),
})
type GeneratedFeatures = typeof features extends fc.Arbitrary<infer Value> ? Value : never

function toFeatures(uniqueId: string, generated: GeneratedFeatures): FeatureUpsert {
  const { score, label, hasSentiment, readability, words, mentions } = generated
  return {
    uniqueId,
    features: {
      sentiment: hasSentiment ? { label, score } : null,
      readability_flesch: readability,
      word_count: words,
      entities: mentions.map(({ surface, count }) => ({
        text: surface.text,
        type: surface.type,
        canonical_id: surface.id,
        ...(count === null ? {} : { count }),
      })),
    },
  }
}

/** A corpus that is published twice: the last version of an article replaces the first. */
export interface EntityCorpus {
  incoming: IncomingArticleInput[]
  earlier: FeatureUpsert[]
  features: FeatureUpsert[]
  /** Articles that are finally taken down. */
  deleted: string[]
  /** The remaining articles, for the oracle. */
  news: OracleNews[]
}

const article = (now: Date) =>
  fc.record({
    agency: fc.constantFrom(...Object.keys(AGENCY_NAMES)),
    publishedAt: instant(now),
    theme: fc.option(fc.constantFrom(...THEMES), { freq: 5 }),
    features: fc.option(features, { freq: 6 }),
    earlier: fc.option(features, { freq: 1 }),
    deleted: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
  })

const whole = (date: Date) => new Date(Math.floor(date.getTime() / 1000) * 1000)

/** Up to 60 articles around the edges of days, weeks, years and trending windows, with half of their features missing. */
export function entityCorpus(now: Date): fc.Arbitrary<EntityCorpus> {
  return fc.array(article(now), { maxLength: 60, size: 'max' }).map((generated) => {
    const named = generated.map((one, i) => ({ ...one, uniqueId: `noticia-${i}_${1000 + i}` }))
    return {
      incoming: named.map(({ uniqueId, agency, publishedAt, theme }) => ({
        uniqueId,
        agencyKey: agency,
        title: `Notícia ${uniqueId}`,
        url: 'https://www.gov.br/noticia',
        publishedAt: publishedAt.toISOString(),
        content: 'Texto.',
        themeL1Code: theme?.code,
        themeL1Label: theme?.label,
      })),
      earlier: named.flatMap((one) =>
        one.earlier && one.features ? [toFeatures(one.uniqueId, one.earlier)] : [],
      ),
      features: named.flatMap((one) => (one.features ? [toFeatures(one.uniqueId, one.features)] : [])),
      deleted: named.filter((one) => one.deleted).map((one) => one.uniqueId),
      news: named
        .filter((one) => !one.deleted)
        .map(({ uniqueId, agency, publishedAt, theme, features: given }) => ({
          uniqueId,
          agency,
          publishedAt: whole(publishedAt),
          theme,
          score: given?.hasSentiment ? given.score : null,
          label: given?.hasSentiment ? given.label : null,
          readability: given?.readability ?? null,
          words: given?.words ?? null,
          names: (given?.mentions ?? []).map(({ surface, count }) => ({ ...surface, count: count ?? 1 })),
        })),
    }
  })
}
