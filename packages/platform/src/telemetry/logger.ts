import { pino, type Logger } from 'pino'
import { findObservation } from './observation.ts'

export type { Logger }

export interface LoggerOptions {
  /** `trace` to `fatal`, or `silent`. */
  level: string
  /** Fields of every line, such as the function's name and version. */
  fields?: Record<string, string>
}

/** A JSON escape, which stays unchanged, or an e-mail address. */
const ESCAPE_OR_EMAIL =
  /(\\(?:u[0-9a-f]{4}|.))|[\p{L}\p{N}.!#$%&'*+=?^_`{|}~-]{1,64}@[\p{L}\p{N}.-]{1,253}\.\p{L}{2,}/giu

/** Masks every e-mail address in a line: error messages of suppliers and of the database may quote addresses. */
function hideAddresses(line: string): string {
  if (!line.includes('@')) return line
  return line.replace(ESCAPE_OR_EMAIL, (_, escape: string | undefined) => escape ?? '[e-mail]')
}

/** Returns the request id, which links the lines of one request, batch or run, and the trace id of recorded work. */
function identifyWork(): Record<string, string> {
  const observation = findObservation()
  if (!observation) return {}
  const { requestId, span } = observation
  return { requestId, ...(span && { traceId: span.traceId }) }
}

const STANDARD_OUTPUT = 1

/**
 * Returns a logger that writes one JSON object per line to standard output, for CloudWatch. Writes are synchronous:
 * Lambda may freeze or remove an environment as soon as it has answered.
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
