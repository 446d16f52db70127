import type { RunSummary } from '../runs/run-summary.ts'
import type { Fault } from '../runs/requests.ts'

/** An answer of the service: the status, and what becomes its JSON body. */
export interface Answer {
  status: number
  body: unknown
}

/** Returns an error answer in the format of the service: a list of faults under `detail`. */
export const faultAnswer = (status: number, ...detail: Fault[]): Answer => ({ status, body: { detail } })

const STATUS: Record<RunSummary['status'], number> = { completed: 200, partial: 207, failed: 500 }

export const summaryAnswer = (summary: RunSummary): Answer => ({
  status: STATUS[summary.status],
  body: summary,
})
