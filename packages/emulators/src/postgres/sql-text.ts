import { readCString } from './wire.ts'
import type { WireMessage } from './wire.ts'

/** Returns the SQL of a Query or Parse message, or undefined for other messages. */
export function findSql(message: WireMessage): string | undefined {
  if (message.type === 'Q') return readCString(message.bytes, 5).text
  if (message.type !== 'P') return undefined
  return readCString(message.bytes, readCString(message.bytes, 5).end).text
}

/** COPY from the client ends the process of the embedded backend, so it must never reach the backend. */
export function copiesFromClient(sql: string): boolean {
  return /\bstdin\b/i.test(sql) && /\bcopy\b[^;]*\bfrom\s+stdin\b/is.test(withoutLiterals(sql))
}

/** Returns true for session-level advisory locks, false for `pg_advisory_xact_lock`. */
export function usesSessionLocks(sql: string): boolean {
  return /\bpg_(try_)?advisory_(un)?lock/i.test(sql)
}

/** Returns true when a call of `set_config` may change the session. A last argument `true` ends with the transaction. */
export function setsConfigOfSession(sql: string): boolean {
  return /\bset_config\b/i.test(sql) && /\bset_config\s*\((?![^()]*,\s*true\s*\))/i.test(withoutLiterals(sql))
}

export type ChannelChange = { kind: 'listen' | 'unlisten'; channel: string } | { kind: 'unlisten-all' }

/** Returns the change of channels when the whole statement is a LISTEN or UNLISTEN. */
export function findChannelChange(sql: string): ChannelChange | undefined {
  const match = /^\s*(un)?listen\s+("(?:[^"]|"")+"|[\w$]+|\*)\s*;?\s*$/i.exec(sql)
  const name = match?.[2]
  if (!name) return undefined
  if (name === '*') return match[1] ? { kind: 'unlisten-all' } : undefined
  const channel = name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase()
  return { kind: match[1] ? 'unlisten' : 'listen', channel }
}

/** Removes comments and quoted text, whose words do not affect what a statement does. */
function withoutLiterals(sql: string): string {
  return sql.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*.*?\*\//gs, ' ')
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quoteLiteral(value: string): string {
  return `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
