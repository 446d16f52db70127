import type postgres from 'postgres'
import type { Db } from '@pauta/platform/database/database'

type Fragment = postgres.PendingQuery<postgres.Row[]>

/** SQL: the hash (SHA-256) that replaces an address in old ledger rows. Equal addresses have equal hashes. */
export const hashedAddress = (db: Db, address: Fragment): Fragment =>
  db`'sha256:' || encode(sha256(convert_to(${address}, 'UTF8')), 'hex')`

/** SQL condition: the ledger row `t` is an e-mail to an address in lower case, stored or hashed. */
export const isMailedTo = (db: Db, email: string | null): Fragment => db`
  t.channel = 'email' and ascii_lower(t.address) in (${email}::text, ${hashedAddress(db, db`${email}::text`)})`
