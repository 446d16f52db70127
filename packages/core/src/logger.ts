import { pino, type Logger } from 'pino'

export type { Logger }

export interface LoggerOptions {
  /** `trace` to `fatal`, or `silent`. */
  level: string
  /** Fields that every line carries, such as the function's name and release. */
  fields?: Record<string, string>
}

/** Structured logs, one JSON object a line on standard output, as CloudWatch reads them. */
export function createLogger({ level, fields = {} }: LoggerOptions): Logger {
  return pino({
    level,
    base: fields,
    messageKey: 'message',
    errorKey: 'error',
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    formatters: { level: (label) => ({ level: label }) },
    redact: {
      paths: ['authorization', '*.authorization', '*.Authorization', 'email', '*.email', 'token', '*.token'],
      censor: '[redacted]',
    },
  })
}
