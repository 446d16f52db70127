import type { IncomingArticleInput } from '@pauta/core/articles/article'
import type { FeatureUpsert } from '@pauta/core/features/features'
import { startOfLocalDay } from '@pauta/platform/time/time'
import fc from 'fast-check'
import type { OracleArticle, OracleFilter } from './oracle.ts'
import { isTheme, labelOf } from '../rows/themes.ts'

/** Official names of the agencies of the corpus. The last agency is in no catalogue, so its name is its key. */
export const AGENCY_NAMES: Record<string, string> = {
  mec: 'Ministério da Educação',
  saude: 'Ministério da Saúde',
  agencia_brasil: 'Agência Brasil',
  orgao_sem_nome: 'orgao_sem_nome',
}

const THEMES = [
  ['01', 'Economia e Finanças'],
  ['02', 'Educação'],
  ['03', 'Saúde'],
] as const
const TAGS = ['SUS', 'sus', 'ensino superior', 'Árvores', 'vacinação']
const ENTITIES = [
  { text: 'MEC', id: 'Q1' },
  { text: 'São Paulo', id: 'Q2' },
  { text: 'sem registro', id: null },
]
const SENTIMENTS = ['positive', 'neutral', 'negative']
const DAY_MS = 86_400_000
const SECONDS_AROUND_MIDNIGHT = [-1, 0, 1, 43_200]

/** An article as it is published and as the oracle gets it. */
export interface GeneratedArticle {
  incoming: IncomingArticleInput
  features: FeatureUpsert | undefined
  known: Omit<OracleArticle, 'uniqueId'>
}

const themePath = fc.option(
  fc.record({
    level1: fc.constantFrom(...THEMES),
    deeper: fc.array(fc.constantFrom('01', '02'), { maxLength: 2 }),
  }),
  { freq: 4 },
)

function themesOf(path: { level1: readonly [string, string]; deeper: string[] } | null) {
  if (!path) return []
  const [code, label] = path.level1
  return path.deeper.reduce(
    (themes, step) => {
      const code = `${themes.at(-1)?.code}.${step}`
      // Some codes have no child with that number.
      return isTheme(code) ? [...themes, { code, label: labelOf(code) }] : themes
    },
    [{ code, label }],
  )
}

// Copies differ in what the content hash ignores: case, accents, punctuation and spaces.
const wordings = (text: number): [title: string, content: string][] => [
  [`Notícia ${text}`, `Corpo da notícia ${text}.`],
  [`NOTICIA ${text}!`, `Corpo  da notícia ${text}`],
]

const published = fc
  .oneof(
    { weight: 5, arbitrary: fc.record({ back: fc.integer({ min: -1, max: 9 }) }) },
    { weight: 1, arbitrary: fc.record({ back: fc.constantFrom(29, 30, 100, 365, 366, 400) }) },
  )
  .chain(({ back }) => fc.constantFrom(...SECONDS_AROUND_MIDNIGHT).map((seconds) => ({ back, seconds })))

/** News may lie a day ahead. In the morning, tomorrow at noon lies further. */
const latestPublication = (now: Date) => Math.floor(now.getTime() / 1000) * 1000 + DAY_MS

/** An article around a local midnight, with half of its optional fields missing. */
function generatedArticle(now: Date): fc.Arbitrary<GeneratedArticle> {
  return fc
    .record({
      agency: fc.constantFrom(...Object.keys(AGENCY_NAMES)),
      when: published,
      text: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 5, max: 1000 }), fc.constant(null)),
      wording: fc.constantFrom(0, 1),
      path: themePath,
      tags: fc.subarray(TAGS),
      summary: fc.option(fc.constant('Resumo.')),
      hasFeatures: fc.boolean(),
      sentiment: fc.option(fc.constantFrom(...SENTIMENTS)),
      views: fc.option(fc.nat(100)),
      entities: fc.subarray(ENTITIES),
    })
    .map(({ agency, when, text, wording, path, tags, summary, hasFeatures, sentiment, views, entities }) => {
      const drawnAt = startOfLocalDay(now, -when.back).getTime() + when.seconds * 1000
      const publishedAt = new Date(Math.min(drawnAt, latestPublication(now)))
      const [title, content] = text === null ? ['', null] : (wordings(text)[wording] ?? ['', null])
      const themes = themesOf(path)
      return {
        incoming: {
          agencyKey: agency,
          title,
          content,
          summary,
          url: 'https://www.gov.br/noticia',
          publishedAt: publishedAt.toISOString(),
          tags,
          themeL1Code: themes[0]?.code,
          themeL1Label: themes[0]?.label,
          themeL2Code: themes[1]?.code,
          themeL2Label: themes[1]?.label,
          themeL3Code: themes[2]?.code,
          themeL3Label: themes[2]?.label,
        },
        features: hasFeatures
          ? {
              uniqueId: '',
              features: {
                sentiment: sentiment === null ? null : { label: sentiment },
                view_count: views,
                entities: entities.map((entity) => ({
                  text: entity.text,
                  type: 'ORG',
                  canonical_id: entity.id,
                })),
              },
            }
          : undefined,
        known: {
          agency,
          publishedAt,
          text,
          themes,
          tags,
          sentiment: hasFeatures ? sentiment : null,
          entities: hasFeatures ? entities : [],
        },
      }
    })
}

/** Articles with unique ids, ready to be published and queried. */
export function generatedCorpus(now: Date) {
  return fc.array(generatedArticle(now), { maxLength: 60, size: 'max' }).map((generated) => {
    const named = generated.map((article, i) => ({ ...article, uniqueId: `noticia-${i}_${1000 + i}` }))
    return {
      incoming: named.map(({ incoming, uniqueId }) => ({ ...incoming, uniqueId })),
      features: named.flatMap(({ features, uniqueId }) => (features ? [{ ...features, uniqueId }] : [])),
      articles: named.map(({ known, uniqueId }): OracleArticle => ({ ...known, uniqueId })),
    }
  })
}

const some = <T>(values: readonly T[]) => fc.subarray([...values], { minLength: 1, maxLength: 3 })

/** Filters of up to three kinds, with values that occur, values that do not, and other spellings of both. */
export function generatedFilter(dayOfBack: (back: number) => string): fc.Arbitrary<OracleFilter> {
  const kinds = {
    agencies: some([...Object.keys(AGENCY_NAMES), 'inexistente']),
    excludeAgencies: some([...Object.keys(AGENCY_NAMES), 'inexistente']),
    themes: some(['01', '02', '03', '01.01', '02.02', '03.01.02', '99']),
    tags: some(['SUS', 'arvores', 'VACINAÇÃO', 'outra']),
    themeLabel: fc.constantFrom('Economia e Finanças', 'saude', 'Nenhum'),
    sentiment: some(SENTIMENTS),
    entities: some(['MEC', 'sao paulo', 'ninguém']),
    entityCanonical: some(['Q1', 'Q2', 'Q3']),
    startDate: fc.integer({ min: 5, max: 12 }).map(dayOfBack),
    endDate: fc.integer({ min: 0, max: 5 }).map(dayOfBack),
    dedup: fc.boolean(),
  }
  return fc
    .tuple(fc.record(kinds), fc.subarray(Object.keys(kinds), { minLength: 1, maxLength: 3 }))
    .map(([all, chosen]) => Object.fromEntries(Object.entries(all).filter(([kind]) => chosen.includes(kind))))
}
