import type postgres from 'postgres'
import type { Db } from '@pauta/platform/database/database'

type Fragment = postgres.PendingQuery<postgres.Row[]>

/** Rows whose address the provider or the receiver declared dead, in the transaction that settles them. */
interface DeadAddresses {
  /** Ledger ids. */
  ids: readonly string[]
  addresses: readonly string[]
  now: Date
}

/** What the ledger needs to know of a channel. */
export interface ChannelRows {
  /**
   * SQL: the columns (id, user_id, channel, address, rank, reason) of every address to which a release goes, from the
   * rows of `chosen` (see plan-ledger.ts). A subscription without an address has one row with the reason.
   */
  targets: (db: Db) => Fragment
  /**
   * SQL: `when … then 'reason'` for an address that must not get messages any more, from the tables of begin.ts. The
   * first matching reason counts. `senderKey` is empty for a channel without such a key.
   */
  refusals: (db: Db, senderKey: string) => Fragment
  /** Deletes, suppresses or switches off dead addresses, so that later releases skip them. */
  dropAddresses: (tx: Db, dead: DeadAddresses) => Promise<void>
  /** Stores that the addresses of sent rows are bound to our key. Absent for a channel without such a key. */
  bindAddresses?: (db: Db, bound: { ids: readonly string[]; senderKey: string }) => Promise<void>
}
