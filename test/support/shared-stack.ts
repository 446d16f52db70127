import type { DbPool } from '@pauta/platform/database/database'
import { ensureLiveCollection } from '@pauta/core/search-index/rebuild'
import webPush from 'web-push'
import { dropCollections } from './outside-stores.ts'
import { deliveryTo, startProviders, type Providers } from './providers.ts'
import { startTestStack, type TestStack } from './stack.ts'

/** What a test file may change in a stack that other files use before and after it. */
export interface SharedStackOptions {
  /** Workers whose queues are not read, so that the file can check their messages. */
  idleWorkers?: readonly string[]
}

/** The origin from which a browser may call the shared stack, besides its own pages. */
export const PORTAL = 'https://portal.exemplo.org'

/** A stack that files use one after the other, with providers of every channel that accept everything. */
export interface SharedStack extends TestStack {
  providers: Providers
}

let shared: Promise<{ stack: SharedStack; refill: () => Promise<void> }> | undefined

/**
 * The stack of this thread, reset as if newly started, for files without other settings. Starting a stack takes longer
 * than most files run. Its stop does nothing; it ends with the thread.
 */
export async function shareTestStack({ idleWorkers = [] }: SharedStackOptions = {}): Promise<SharedStack> {
  shared ??= startShared()
  const { stack, refill } = await shared
  stack.providers.reset()
  await stack.stack.reset({ idleWorkers }, async () => {
    // Work of the previous file that was still running may have sent messages, so the providers are reset again.
    stack.providers.reset()
    await refill()
    await emptyIndex(stack)
  })
  return stack
}

async function startShared() {
  const providers = await startProviders()
  const own = await startTestStack({
    corsOrigins: [PORTAL],
    ...deliveryTo(providers, webPush.generateVAPIDKeys()),
  })
  const refill = await rememberRows(own.db)
  const stop = () => Promise.resolve()
  return { stack: { ...own, providers, stop, [Symbol.asyncDispose]: stop }, refill }
}

/** Reads the rows of all tables. Returns a function that restores exactly these rows. */
async function rememberRows(db: DbPool): Promise<() => Promise<void>> {
  const tables = await db<{ name: string }[]>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`
  const names = tables.map(({ name }) => name)
  const rows = new Map<string, string>()
  for (const name of names) {
    const [row] = await db<{ rows: string | null }[]>`select json_agg(t)::text as rows from ${db(name)} t`
    if (row?.rows) rows.set(name, row.rows)
  }
  return async () => {
    await db.begin(async (tx) => {
      // Rows return in any order and unchanged: no trigger may touch them.
      await tx`set local session_replication_role = replica`
      await tx`truncate ${tx(names)} restart identity`
      for (const [name, json] of rows) {
        await tx`insert into ${tx(name)} overriding system value
          select * from json_populate_recordset(null::${tx(name)}, ${json}::text::json)`
      }
    })
  }
}

async function emptyIndex({ index, model }: TestStack): Promise<void> {
  await dropCollections(index)
  await ensureLiveCollection(index, model.name, new Date())
}
