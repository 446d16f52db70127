/** The GraphQL servers whose Lambda handlers the benchmark compares. */
export const SERVERS = ['pauta', 'apollo', 'yoga', 'mercurius'] as const
export type ServerName = (typeof SERVERS)[number]

/** Asks a handler process to answer one operation again and again. */
export interface RoundRequest {
  query: string
  /** Processor time after which the round ends. */
  cpuMs: number
}

/** The result of one round. */
export interface Round {
  requests: number
  /** Processor time of the whole process, including garbage collection and compilation. */
  cpuMs: number
  /** The body of the last answer. */
  body: string
}
