// Measures the memory of a release to 100,000 subscribers, in the worker that writes ledger rows and sends messages.
import { byChannel } from '@pauta/platform/config/delivery-channels'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { DbPool } from '@pauta/platform/database/database'
import { planDeliveries } from '@pauta/delivery/plan-ledger'
import { enqueueDeliveries } from '@pauta/delivery/queues/enqueue-release'
import { findMigrationsFolder } from '@pauta/core/migrations-folder'
import { migrate } from '@pauta/platform/database/migrate'
import type { QueueSender } from '@pauta/platform/queues/queues'
import { startDebianPostgres } from '../kit/postgres/debian-postgres.ts'
import { measureKept } from './kept-memory.ts'
import type { Figure } from './measure.ts'

const FEW = 10_000
const MANY = 100_000
/** Several pages of ids with their messages, in MB. A ledger row for each subscriber would need much more. */
const GROWTH_MAX_MB = 8
const SAMPLE_EVERY_MS = 20
const QUEUE_URLS = byChannel((channel) => channel)

/** Creates a clipping with an unsent release and the given number of subscribers by e-mail and webhook. */
async function makeRelease(
  db: DbPool,
  subscribers: number,
): Promise<{ clippingId: string; releaseId: string }> {
  const clippingId = `clipping-${subscribers}`
  const releaseId = `release-${subscribers}`
  const person = `${subscribers}-`
  await db`
    insert into users (id, email, email_verified)
    select ${person} || n, ${person} || n || '@example.org', true from generate_series(1, ${subscribers}::int) n`
  await db`
    insert into clippings (id, author_user_id, name, schedule)
    values (${clippingId}, ${`${person}1`}, 'Saúde', '0 8 * * *')`
  await db`
    insert into subscriptions (id, clipping_id, user_id, role)
    select ${person} || n, ${clippingId}, ${person} || n, 'SUBSCRIBER' from generate_series(1, ${subscribers}::int) n`
  await db`
    insert into subscription_channels (subscription_id, channel, address, secret)
    select ${person} || n, c.channel, c.url || n, c.secret
    from generate_series(1, ${subscribers}::int) n
    cross join (values ('email', null, null), ('webhook', 'https://example.org/', 's')) as c (channel, url, secret)`
  // Only the subscribers of a listed clipping get its releases.
  await db`
    insert into listings (id, author_user_id, source_clipping_id, name, recortes)
    values (${clippingId}, ${`${person}1`}, ${clippingId}, 'Saúde', '[]')`
  await db`
    insert into releases (id, clipping_id, clipping_name, digest_html, articles_count, ref_time, made_at)
    values (${releaseId}, ${clippingId}, 'Saúde', '<p></p>', 1, now(), now())`
  await db`analyze`
  return { clippingId, releaseId }
}

/** Counts messages and stores none, as a remote queue would. */
function forgetfulQueues(): { queues: QueueSender; sent: () => number } {
  let sent = 0
  const send = async (_: string, bodies: readonly string[]) => void (sent += bodies.length)
  return { queues: { send, redrive: async () => [] }, sent: () => sent }
}

/** Returns the largest additional memory of the work in MB, sampled while it runs. */
async function peakGrowthMb(work: () => Promise<void>): Promise<number> {
  const before = measureKept()
  let peak = before
  const timer = setInterval(() => void (peak = Math.max(peak, measureKept())), SAMPLE_EVERY_MS)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return (Math.max(peak, measureKept()) - before) / 2 ** 20
}

async function fanOut(db: DbPool, subscribers: number): Promise<{ growthMb: number; seconds: number }> {
  const { clippingId, releaseId } = await makeRelease(db, subscribers)
  const { queues, sent } = forgetfulQueues()
  const now = new Date()
  const started = performance.now()
  const growthMb = await peakGrowthMb(async () => {
    const rows = await db.begin((tx) => planDeliveries(tx, { releaseId, clippingId, now }))
    const enqueued = await enqueueDeliveries(db, { releaseId, plannedAt: now, queues, urls: QUEUE_URLS })
    if (rows !== subscribers * 2 || enqueued !== rows || sent() < rows / 200)
      throw new Error(`${rows} rows and ${enqueued} messages for ${subscribers} subscribers by two channels`)
  })
  return { growthMb, seconds: (performance.now() - started) / 1000 }
}

/** Compares the memory for 100,000 subscribers with that for 10,000: it must not grow with them. */
export async function measureFanOut(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-fan-out-'))
  try {
    await using server = await startDebianPostgres(folder)
    await migrate(server.db, { folder: findMigrationsFolder(), withoutExtensions: ['vector'] })
    await fanOut(server.db, FEW)
    const few = await fanOut(server.db, FEW + 1)
    const many = await fanOut(server.db, MANY)
    return [
      {
        figure: `fan-out to ${MANY} subscribers by two channels (${many.seconds.toFixed(1)} s), memory beyond the start`,
        value: `${many.growthMb.toFixed(0)} MB`,
        comparedWith: `${FEW} subscribers ${few.growthMb.toFixed(0)} MB`,
        ratio: (many.growthMb / Math.max(few.growthMb, 1)).toFixed(2),
        target: `≤ ${GROWTH_MAX_MB} MB more`,
        met: many.growthMb - few.growthMb <= GROWTH_MAX_MB,
      },
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
