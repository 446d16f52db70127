import type { QueryKind } from './relevance-queries.ts'

export interface Measured {
  /** Mean of 1 / rank; 0 for an article that the first page lacks. */
  mrr: number
  /** Share of queries that found nothing at all. */
  zeroShare: number
}

type Ways = Record<'keyword' | 'semantic 0.3' | 'semantic 0.8', number>

/**
 * Mean reciprocal ranks at commit a1aac89, with the same queries: words as they were written, all of them required,
 * hybrid searches with every one of 250 neighbours, and the model hashing-768-v1.
 */
const BEFORE: Record<string, Record<QueryKind, Ways>> = {
  'govbr-news-500.jsonl': {
    'title words': { keyword: 0.979, 'semantic 0.3': 0.986, 'semantic 0.8': 0.969 },
    misspelt: { keyword: 0.977, 'semantic 0.3': 0.983, 'semantic 0.8': 0.795 },
    inflected: { keyword: 0.734, 'semantic 0.3': 0.736, 'semantic 0.8': 0.197 },
    'body phrase': { keyword: 0.937, 'semantic 0.3': 0.948, 'semantic 0.8': 0.771 },
    question: { keyword: 0.006, 'semantic 0.3': 0.43, 'semantic 0.8': 0.926 },
  },
  sample: {
    'title words': { keyword: 0.502, 'semantic 0.3': 0.504, 'semantic 0.8': 0.383 },
    misspelt: { keyword: 0.504, 'semantic 0.3': 0.493, 'semantic 0.8': 0.214 },
    inflected: { keyword: 0.32, 'semantic 0.3': 0.306, 'semantic 0.8': 0.065 },
    'body phrase': { keyword: 0.348, 'semantic 0.3': 0.346, 'semantic 0.8': 0.189 },
    question: { keyword: 0.014, 'semantic 0.3': 0.125, 'semantic 0.8': 0.278 },
  },
}

/** Queries without results at that commit: four of a thousand inflected ones on the sample, and no others. */
const ZEROS: Record<string, number> = { 'sample/inflected/keyword': 0.004 }

/** Returns the earlier figures of a corpus, if it was measured. */
export function findBefore(corpus: string, kind: QueryKind, way: keyof Ways): Measured | undefined {
  const mrr = BEFORE[corpus]?.[kind][way]
  return mrr === undefined ? undefined : { mrr, zeroShare: ZEROS[`${corpus}/${kind}/${way}`] ?? 0 }
}
