import type postgres from 'postgres'
import type { Db } from '@pauta/platform/database/database'

type Fragment = postgres.PendingQuery<postgres.Row[]>

/** What stands in the ledger in place of an address once its row is old: equal addresses are still equal (SHA-256). */
export const hashedAddress = (db: Db, address: Fragment): Fragment =>
  db`'sha256:' || encode(sha256(convert_to(${address}, 'UTF8')), 'hex')`

/** Whether a row of the ledger, `t`, is of a mail to an address in lower case, however old the row is. */
export const isMailedTo = (db: Db, email: string | null): Fragment => db`
  t.channel = 'email' and ascii_lower(t.address) in (${email}::text, ${hashedAddress(db, db`${email}::text`)})`
