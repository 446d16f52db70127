// Measures how well search finds an article by what a reader remembers: by words, and with vectors at two weights.
import { basename } from 'node:path'
import { toDocumentLine } from '@pauta/core/search-index/article-document'
import type { DocumentRow } from '@pauta/core/articles/queries'
import { embeddingText } from '@pauta/core/embeddings/embedding-model'
import { hashingModel } from '@pauta/core/embeddings/hashing'
import { connectSearchIndex, toImportBatch, type SearchIndex } from '@pauta/core/search-index/client'
import { ensureLiveCollection } from '@pauta/core/search-index/rebuild'
import { searchDocuments } from '@pauta/core/search-index/search'
import { startIndexServer } from '@pauta/index-server/server'
import { Random } from '@pauta/sample-data/random'
import type { Figure } from './measure.ts'
import { findBefore, type Measured } from './relevance-before.ts'
import { makeQueries, QUERY_KINDS, type QueryKind, type RelevanceQuery } from './relevance-queries.ts'
import { readSources, SAMPLE_NAME, type Source } from './relevance-sources.ts'

const SEED = 11
/** Number of searched articles; all others compete with them. */
const ASKED_MAX = 500
/** Number of hits that count: one page. */
const DEPTH = 20
const BATCH = 500
const KEY = 'relevance'
const ZERO_SHARE_MAX = 0.01
const SAMPLE_SHARE_MIN = 0.85

/** Ways to search, with the least mean reciprocal rank of each kind of query. */
const WAYS = [
  { name: 'keyword', alpha: 0, target: (kind: QueryKind) => (kind === 'body phrase' ? 0.8 : 0.9) },
  { name: 'semantic 0.3', alpha: 0.3, target: () => 0.9 },
  { name: 'semantic 0.8', alpha: 0.8, target: () => 0.85 },
] as const

function toRow(source: Source, vector: Float32Array): DocumentRow {
  return {
    ...source,
    agencyName: source.agencyKey,
    tags: [],
    features: null,
    sourceUpdatedAt: null,
    extractedAt: null,
    availableAt: source.publishedAt,
    updatedAt: source.publishedAt,
    deletedAt: null,
    changedAt: null,
    subtitle: null,
    editorialLead: null,
    imageUrl: null,
    videoUrl: null,
    category: null,
    contentHash: null,
    summarySource: null,
    storyId: null,
    themeL1Code: null,
    themeL1Label: null,
    themeL2Code: null,
    themeL2Label: null,
    themeL3Code: null,
    themeL3Label: null,
    mostSpecificThemeCode: null,
    mostSpecificThemeLabel: null,
    themeSource: null,
    themeConfidence: null,
    embedding: `[${vector.join(',')}]`,
    embeddingIsStale: false,
  }
}

async function fill(index: SearchIndex, sources: readonly Source[]): Promise<void> {
  await ensureLiveCollection(index, hashingModel.name, new Date())
  for (let start = 0; start < sources.length; start += BATCH) {
    const batch = sources.slice(start, start + BATCH)
    const vectors = await hashingModel.embed(batch.map(embeddingText), 'passage')
    const lines = batch.flatMap((source, at) => {
      const vector = vectors[at]
      return vector ? [toDocumentLine(toRow(source, vector))] : []
    })
    const [refused] = await index.upsert(toImportBatch(lines))
    if (refused) throw new Error(`The index refused ${refused.id}: ${refused.error}`)
  }
}

/** Returns the rank of the searched article or of an article with the same title; 0 if the first page has neither. */
async function rankOf(index: SearchIndex, { query, article }: RelevanceQuery, alpha: number) {
  const [vector] = alpha === 0 ? [] : await hashingModel.embed([query], 'query')
  const semantic = vector && { vector, alpha, maxDistance: hashingModel.maxDistanceOf(query) }
  const page = await searchDocuments(index, { query, semantic, page: 1, limit: DEPTH, fields: ['title'] })
  const place = page.documents.findIndex(
    ({ unique_id, title }) => unique_id === article.uniqueId || title === article.title,
  )
  return { rank: place + 1, found: page.found }
}

async function measure(
  index: SearchIndex,
  queries: readonly RelevanceQuery[],
  alpha: number,
): Promise<Measured> {
  let reciprocals = 0
  let zeros = 0
  for (const query of queries) {
    const { rank, found } = await rankOf(index, query, alpha)
    if (rank > 0) reciprocals += 1 / rank
    if (found === 0) zeros++
  }
  return { mrr: reciprocals / queries.length, zeroShare: zeros / queries.length }
}

const describe = ({ mrr, zeroShare }: Measured) =>
  `${mrr.toFixed(3)}, ${(zeroShare * 100).toFixed(1)} % without results`

async function measureAll(index: SearchIndex, sources: readonly Source[], corpus: string): Promise<Figure[]> {
  const random = new Random(SEED)
  const queries = random.sample(sources, ASKED_MAX).flatMap((article) => makeQueries(article, random))
  const figures: Figure[] = []
  for (const kind of QUERY_KINDS) {
    const ofKind = queries.filter((query) => query.kind === kind)
    for (const { name, alpha, target } of WAYS) {
      const after = await measure(index, ofKind, alpha)
      const before = findBefore(corpus, kind, name)
      // Many articles of the sample share their words, so the target only stops a large loss.
      const least = corpus === SAMPLE_NAME ? SAMPLE_SHARE_MIN * (before?.mrr ?? 0) : target(kind)
      figures.push({
        figure: `${kind}, ${name} (mean reciprocal rank of ${ofKind.length})`,
        value: describe(after),
        comparedWith: before ? `before: ${describe(before)}` : 'before: not measured',
        ratio: before ? (after.mrr / before.mrr).toFixed(2) : '-',
        target: `≥ ${least.toFixed(2)}, at most ${ZERO_SHARE_MAX * 100} % without results`,
        met: after.mrr >= least && after.zeroShare <= ZERO_SHARE_MAX,
      })
    }
  }
  return figures
}

/** Measures the five kinds of queries on the sample or on the news of a `.jsonl` file, in a separate index. */
export async function measureRelevance(file: string | undefined): Promise<Figure[]> {
  const sources = await readSources(file)
  const server = await startIndexServer({ port: 0, key: KEY })
  try {
    const index = connectSearchIndex({ url: server.url, key: KEY, collection: 'news' })
    await fill(index, sources)
    return await measureAll(index, sources, file === undefined ? SAMPLE_NAME : basename(file))
  } finally {
    await server.stop()
  }
}
