import type { Db } from '@pauta/platform/database/database'
import { localDay } from '@pauta/platform/time/time'

/** Tokens that the answers about articles may cost in a month; 0: no limit. */
export interface ModelBudget {
  monthlyTokens: number
}

/** What a call is counted as until it ends. */
export interface CountedCall {
  /** The first day of its month in Brasília, `YYYY-MM-DD`. */
  month: string
  tokens: number
}

const monthOf = (now: Date): string => `${localDay(now).slice(0, 7)}-01`

/**
 * Counts a call before it is made, with its estimated tokens. Returns null, and counts nothing, when the month's budget is
 * spent: then no call may be made. The last call may exceed the budget; calls at the same time see each other's
 * estimates. Call it outside of a transaction.
 */
export async function countCall(
  db: Db,
  { monthlyTokens }: ModelBudget,
  { tokens, now }: { tokens: number; now: Date },
): Promise<CountedCall | null> {
  const month = monthOf(now)
  const rows = await db`
    insert into model_spending as s (month, tokens, calls) values (${month}, ${tokens}, 1)
    on conflict (month) do update set tokens = s.tokens + excluded.tokens, calls = s.calls + 1
    where ${monthlyTokens} = 0 or s.tokens < ${monthlyTokens}
    returning month`
  return rows.length > 0 ? { month, tokens } : null
}

/** Replaces the estimate of a call by the tokens that it has cost. */
export async function correctCall(db: Db, call: CountedCall, tokens: number): Promise<void> {
  await db`
    update model_spending set tokens = greatest(0, tokens + ${tokens - call.tokens}) where month = ${call.month}`
}

/** Returns the tokens and calls of the month of Brasília that `now` is in. */
export async function readSpending(db: Db, now: Date): Promise<{ tokens: number; calls: number }> {
  const [row] = await db<{ tokens: number; calls: number }[]>`
    select tokens::float8 as tokens, calls from model_spending where month = ${monthOf(now)}`
  return row ?? { tokens: 0, calls: 0 }
}
