// Rows of the ledger that differ from a common one in single columns, and the people and clippings they belong to.
import type { Db } from '@pauta/platform/database/database'
import { tables } from './tables.ts'

/** The present of the rows. */
export const NOW = new Date('2026-06-01T12:00:00Z')
/** Some seconds after NOW. */
export const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000)
export const LEASE = at(150)

export type Columns = Parameters<typeof tables.deliveries.set>[2]

/** Statements on the rows of one database, which is open only while a test runs. */
export const ledgerRows = (db: () => Db) => ({
  /** Removes all people with what is theirs, and writes Ana, who follows two clippings of Bia by e-mail. */
  restart: async (): Promise<void> => {
    await tables.users.remove(db())
    await tables.releases.remove(db())
    await tables.channelPauses.remove(db())
    await tables.suppressedAddresses.remove(db())
    await tables.users.add(db(), [
      { id: 'ana', email: 'ana@exemplo.org', emailVerified: true, name: 'Ana', username: 'ana' },
      { id: 'bia', email: 'bia@exemplo.org', emailVerified: false, name: null, username: null },
    ])
    await tables.clippings.add(db(), [
      { id: 'c', authorUserId: 'bia', name: 'Saúde', schedule: '0 8 * * *' },
      { id: 'other', authorUserId: 'bia', name: 'Outro', schedule: '0 8 * * *' },
    ])
    await tables.subscriptions.add(db(), [
      { id: 's', clippingId: 'c', userId: 'ana', role: 'SUBSCRIBER' },
      { id: 't', clippingId: 'other', userId: 'ana', role: 'SUBSCRIBER' },
    ])
    await tables.subscriptionChannels.add(db(), [
      { subscriptionId: 's', channel: 'email', active: true },
      { subscriptionId: 's', channel: 'telegram', active: true },
      { subscriptionId: 't', channel: 'email', active: true },
    ])
  },
  /** Publishes the clipping of Bia that Ana follows, an hour ago. */
  publish: (columns: Columns = {}) =>
    tables.listings.add(db(), {
      id: 'l',
      authorUserId: 'bia',
      sourceClippingId: 'c',
      name: 'Pública',
      recortes: [{ id: 'r', title: 'T', themes: [], agencies: [], keywords: ['k'] }],
      active: true,
      publishedAt: at(-3600),
      ...columns,
    }),
  /** Writes a row for each id, with a base and its own columns. Without them it is due and may be sent. */
  addRows: (base: Columns, rows: Record<string, Columns>) =>
    tables.deliveries.add(
      db(),
      Object.entries(rows).map(([id, own]) => ({
        id,
        releaseId: null,
        subscriptionId: 's',
        userId: 'ana',
        kind: 'release',
        channel: 'email',
        address: 'ana@exemplo.org',
        payload: null,
        status: 'pending',
        attempts: 1,
        unclear: 0,
        dueAt: at(-300),
        leaseUntil: null,
        wokenAt: null,
        providerId: null,
        error: null,
        createdAt: at(-3600),
        updatedAt: at(-3600),
        ...base,
        ...own,
      })),
    ),
  readRow: async (id: string) => (await db()`select * from deliveries where id = ${id}`)[0],
})
