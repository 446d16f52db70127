import type { RunSummary } from '../run/scrape-sites.ts'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Fault } from './requests.ts'

export type Answer = APIGatewayProxyStructuredResultV2

export function jsonAnswer(statusCode: number, body: unknown): Answer {
  return {
    statusCode,
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
    body: JSON.stringify(body),
  }
}

/** Returns an error answer in the format of the service: a list of faults under `detail`. */
export const faultAnswer = (statusCode: number, ...detail: Fault[]): Answer =>
  jsonAnswer(statusCode, { detail })

const STATUS: Record<RunSummary['status'], number> = { completed: 200, partial: 207, failed: 500 }

export const summaryAnswer = (summary: RunSummary): Answer => jsonAnswer(STATUS[summary.status], summary)
