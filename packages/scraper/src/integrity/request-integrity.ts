import * as z from 'zod'
import type { Check } from './judge-check.ts'
import type { ArticleToCheck } from './integrity.ts'
import { postAndWait } from '@pauta/platform/outbound/post-and-wait'

/** The service answers within 100 seconds. */
const TIMEOUT_MS = 120_000
const REFUSED = 422

const replySchema = z.object({
  results: z.array(
    z.looseObject({
      unique_id: z.string(),
      image_status: z.string().optional(),
      image_http_code: z.number().nullish(),
      image_content_type: z.string().nullish(),
      content_status: z.string().optional(),
      content_http_code: z.number().nullish(),
    }),
  ),
})

/** A fault of a request: `loc` is `['body', 'articles', position, …]` for a fault of one article. */
const faultsSchema = z.object({
  detail: z.array(z.object({ loc: z.array(z.union([z.string(), z.number()])) })),
})

/** Returns the positions of the articles that the service refused; undefined when it refused something else. */
function refusedPositions(text: string): Set<number> | undefined {
  const faults = faultsSchema.safeParse(JSON.parse(text)).data?.detail ?? []
  const positions = faults.map(({ loc }) => (loc[1] === 'articles' ? loc[2] : undefined))
  if (positions.length === 0 || !positions.every((position) => typeof position === 'number')) return undefined
  return new Set(positions)
}

/**
 * Asks a scraper that is kept apart to check articles, by the documented route. An article that the service refuses is
 * left out, and the others are asked for again, once. Throws on any other answer than 200, and after two minutes.
 */
export async function requestIntegrity(
  config: { url: string; token: string },
  articles: readonly ArticleToCheck[],
  signal: AbortSignal,
): Promise<Check[]> {
  const url = new URL(`${config.url.replace(/\/$/, '')}/verify/integrity`)
  const post = (some: readonly ArticleToCheck[]) =>
    postAndWait(url, {
      body: JSON.stringify({ articles: some }),
      headers: config.token === '' ? {} : { authorization: `Bearer ${config.token}` },
      signal: AbortSignal.any([AbortSignal.timeout(TIMEOUT_MS), signal]),
    })
  let reply = await post(articles)
  const refused = reply.status === REFUSED ? refusedPositions(reply.text) : undefined
  if (refused) reply = await post(articles.filter((_, position) => !refused.has(position)))
  if (reply.status !== 200)
    throw new Error(`the scraper answered ${reply.status}: ${reply.text.slice(0, 500)}`)
  // A refused article counts as checked: it would be refused again.
  const missing = articles.filter((_, position) => refused?.has(position))
  const { results } = replySchema.parse(JSON.parse(reply.text))
  return [...results, ...missing.map(({ unique_id }) => ({ unique_id, content_status: 'error' }))]
}
