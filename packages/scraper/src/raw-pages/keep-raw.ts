import { createHash } from 'node:crypto'
import { listErasedAddresses } from '@pauta/core/removals/taken-down-keys'
import type { Db } from '@pauta/platform/database/database'
import type { Storage } from '@pauta/platform/storage/object-storage'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { localDay } from '@pauta/platform/time/time'
import { writeWarc } from './warc.ts'
import type { ReadPage } from '../crawl/ports.ts'
import { insertRawPage, RAW_PAGES_FOLDER, recordRawPageAgain } from './raw-page-rows.ts'

interface Stores {
  db: Db
  storage: Pick<Storage, 'put'>
}

/** Returns the name of a content of an address: two addresses with one body are two records. */
const digestOf = (url: string, bytes: Uint8Array): string =>
  createHash('sha256').update(`${url}\n`).update(bytes).digest('hex')

async function keep(
  { db, storage }: Stores,
  { agencyKey, url, kind, uniqueId, entry, page, at }: ReadPage,
): Promise<void> {
  const { answer, finalUrl } = page
  const digest = digestOf(url, answer.bytes)
  const row = { agencyKey, url, digest, kind, uniqueId, entry }
  if (await recordRawPageAgain(db, row, at)) return
  // The site may still show what an operator erased for legal reasons.
  if ((await listErasedAddresses(db, [url, finalUrl])).size > 0) return
  const [year = '', month = ''] = localDay(at).split('-')
  const objectKey = [RAW_PAGES_FOLDER, agencyKey, year, month, `${digest}.warc.gz`].join('/')
  await storage.put(objectKey, await writeWarc({ address: finalUrl, at, answer }), 'application/warc')
  // After the object: a row without an object would be a page that cannot be read.
  await insertRawPage(db, { ...row, objectKey }, at)
}

/**
 * Keeps the page of an article as a WARC record `raw-pages/<agency>/<yyyy>/<mm>/<digest>.warc.gz`, once for each content.
 * The month is that of its first reading, at Brasília. Skips a page whose article was erased. Returns false when the bucket or the database fails: the run
 * continues without the page.
 */
export async function keepRaw(stores: Stores, page: ReadPage, logger: Logger): Promise<boolean> {
  try {
    await keep(stores, page)
    return true
  } catch (error) {
    logger.warn(
      { error, agencyKey: page.agencyKey, url: page.url },
      'scraper: the page of an article was not kept',
    )
    return false
  }
}
