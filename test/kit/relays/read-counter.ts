import { startCountingGate, type CountingGate } from './gate.ts'
import { watchHttp, watchPostgres } from './wire-watchers.ts'

/** A relay before a store that counts the requests over the wire. */
export type ReadCounter = Pick<CountingGate, 'port' | 'leadTo' | 'take' | 'stop'>

export const startIndexCounter = (): Promise<CountingGate> => startCountingGate(watchHttp)
export const startDatabaseCounter = (): Promise<CountingGate> => startCountingGate(watchPostgres)
