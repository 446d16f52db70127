import { pino, type Logger } from 'pino'
import { findObservation } from './observation.ts'

export type { Logger }

export interface LoggerOptions {
  /** `trace` to `fatal`, or `silent`. */
  level: string
  /** Fields that every line carries, such as the function's name and release. */
  fields?: Record<string, string>
}

/** An escape of JSON, which stays as it is, or an e-mail address. */
const ESCAPE_OR_EMAIL =
  /(\\(?:u[0-9a-f]{4}|.))|[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]{1,64}@[\p{L}\p{N}.-]{1,253}\.\p{L}{2,}/giu

/** Takes e-mail addresses out of a line, wherever they stand: a supplier's message or a database's may quote one. */
function hideAddresses(line: string): string {
  if (!line.includes('@')) return line
  return line.replace(ESCAPE_OR_EMAIL, (_, escape: string | undefined) => escape ?? '[e-mail]')
}

/** By what the lines of one request, batch or run are found, and its trace where one is recorded. */
function identifyWork(): Record<string, string> {
  const observation = findObservation()
  if (!observation) return {}
  const { requestId, span } = observation
  return { requestId, ...(span && { traceId: span.traceId }) }
}

const STANDARD_OUTPUT = 1

/**
 * Structured logs, one JSON object a line on standard output, as CloudWatch reads them. Lines are written before the call
 * returns: an environment may be frozen, and then taken away, as soon as it has answered.
 */
export function createLogger({ level, fields = {} }: LoggerOptions): Logger {
  const options = makeOptions(level, fields)
  return pino(options, pino.destination({ dest: STANDARD_OUTPUT, sync: true }))
}

function makeOptions(level: string, fields: Record<string, string>): pino.LoggerOptions {
  return {
    level,
    base: fields,
    messageKey: 'message',
    errorKey: 'error',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    mixin: identifyWork,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['authorization', '*.authorization', '*.Authorization', 'email', '*.email', 'token', '*.token'],
      censor: '[redacted]',
    },
    hooks: { streamWrite: hideAddresses },
  }
}
