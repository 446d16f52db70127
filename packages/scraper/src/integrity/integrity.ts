import { setTimeout as delay } from 'node:timers/promises'
import { isCheckable, type ContentCheck, type ImageCheck, type Probe } from './probe.ts'
import * as z from 'zod'

const ARTICLES_MAX = 500
const WORKERS = 20
/** Milliseconds until the answer, which reports pending checks as timed out. The caller waits 120 s. */
const WORK_MS = 100_000

/** Null and the empty text count as missing. */
const optional = z
  .string()
  .nullish()
  .transform((text) => text || null)

/** Returns the schema of a request for checks at these hosts of news sites. */
export function makeIntegritySchema(hosts: ReadonlySet<string>) {
  const checkable = optional.refine((text) => text === null || isCheckable(text, hosts), {
    error: 'an https address of a news site or of its pictures',
    params: { type: 'url_not_allowed' },
  })
  return z.object({
    articles: z
      .array(
        z.object({
          unique_id: z.string().min(1),
          url: checkable,
          image_url: checkable,
          content_hash: optional,
          source_etag: optional,
          check_content: z
            .boolean()
            .nullish()
            .transform((check) => check ?? false),
        }),
      )
      .max(ARTICLES_MAX),
  })
}

/** An article whose page and picture are checked, in the words of the documented route. */
export type ArticleToCheck = z.output<ReturnType<typeof makeIntegritySchema>>['articles'][number]

/** Keys of a check that did not run are absent, so that merging keeps the old values. */
export type CheckResult = { unique_id: string } & Record<string, unknown>

function imageFields({ status, httpCode, contentType }: ImageCheck, at: Date): Record<string, unknown> {
  return {
    image_status: status,
    image_http_code: httpCode,
    image_checked_at: at.toISOString(),
    image_content_type: contentType,
  }
}

function contentFields(
  { status, httpCode, hash, etag, imageUrl }: ContentCheck,
  at: Date,
): Record<string, unknown> {
  return {
    content_status: status,
    content_http_code: httpCode,
    content_hash: hash,
    content_checked_at: at.toISOString(),
    source_etag: etag,
    new_image_url: imageUrl,
  }
}

const NO_IMAGE: ImageCheck = { status: 'no_image', httpCode: null, contentType: null }
const LATE: ImageCheck = { status: 'timeout', httpCode: null, contentType: null }

async function check(article: ArticleToCheck, probe: Probe, result: CheckResult): Promise<void> {
  const { url, image_url: imageUrl } = article
  const image = imageUrl === null ? NO_IMAGE : await probe.checkImage(imageUrl)
  Object.assign(result, imageFields(image, new Date()))
  if (!article.check_content || url === null) return
  const known = { hash: article.content_hash, etag: article.source_etag }
  Object.assign(result, contentFields(await probe.checkContent(url, known), new Date()))
}

function count(results: readonly CheckResult[], field: string, value: string): number {
  return results.filter((result) => result[field] === value).length
}

function summarise(results: readonly CheckResult[]): Record<string, number> {
  const images = (['ok', 'broken', 'timeout'] as const).map(
    (status) => [`images_${status}`, count(results, 'image_status', status)] as const,
  )
  const contents = (['baseline', 'unchanged', 'changed', 'removed', 'error'] as const).map(
    (status) => [`content_${status}`, count(results, 'content_status', status)] as const,
  )
  return {
    total: results.length,
    ...Object.fromEntries(images),
    images_no_image: count(results, 'image_status', 'no_image'),
    ...Object.fromEntries(contents),
  }
}

/**
 * Checks pictures, and pages where asked, of stored articles. Answers within 100 seconds; what is pending is `timeout`.
 */
export async function verifyIntegrity(articles: readonly ArticleToCheck[], probe: Probe) {
  const results = articles.map(({ unique_id }): CheckResult => ({ unique_id }))
  const work = articles.entries()
  const late = new AbortController()
  const worker = async () => {
    for (const [position, article] of work) {
      if (late.signal.aborted) return
      const result = results[position]
      if (result) await check(article, probe, result)
    }
  }
  const all = Promise.all(Array.from({ length: WORKERS }, worker))
  await Promise.race([all, delay(WORK_MS, undefined, { signal: late.signal })])
  late.abort()
  // Copies the results, because workers that still run write to them.
  const answered = results.map((result) =>
    'image_status' in result ? { ...result } : { ...result, ...imageFields(LATE, new Date()) },
  )
  return { results: answered, summary: summarise(answered) }
}
