import { readCString } from './wire.ts'
import type { WireMessage } from './wire.ts'

/** The SQL that a Query or Parse message carries; undefined for every other message. */
export function findSql(message: WireMessage): string | undefined {
  if (message.type === 'Q') return readCString(message.bytes, 5).text
  if (message.type !== 'P') return undefined
  return readCString(message.bytes, readCString(message.bytes, 5).end).text
}

/** COPY from the client ends the embedded backend's process, so it must never arrive there. */
export function copiesFromClient(sql: string): boolean {
  return /\bstdin\b/i.test(sql) && /\bcopy\b[^;]*\bfrom\s+stdin\b/is.test(withoutLiterals(sql))
}

/** Locks of the session, as against `pg_advisory_xact_lock`. */
export function usesSessionLocks(sql: string): boolean {
  return /\bpg_(try_)?advisory_(un)?lock/i.test(sql)
}

export function callsSetConfig(sql: string): boolean {
  return /\bset_config\s*\(/i.test(sql)
}

export type ChannelChange = { kind: 'listen' | 'unlisten'; channel: string } | { kind: 'unlisten-all' }

/** What a statement that is wholly a LISTEN or UNLISTEN asks for. */
export function findChannelChange(sql: string): ChannelChange | undefined {
  const match = /^\s*(un)?listen\s+("(?:[^"]|"")+"|[\w$]+|\*)\s*;?\s*$/i.exec(sql)
  const name = match?.[2]
  if (!name) return undefined
  if (name === '*') return match[1] ? { kind: 'unlisten-all' } : undefined
  const channel = name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name.toLowerCase()
  return { kind: match[1] ? 'unlisten' : 'listen', channel }
}

/** Comments and quoted text say nothing about what a statement does. */
function withoutLiterals(sql: string): string {
  return sql.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|--[^\n]*|\/\*.*?\*\//gs, ' ')
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

export function quoteLiteral(value: string): string {
  return `E'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
}
