import type { RunRequest } from '../crawl/ports.ts'
import type { AgencyResult } from '../crawl/run-counts.ts'

/** The outcome of a run over several agencies, in the words of the scrape routes. */
export type RunSummary = {
  readonly status: 'completed' | 'partial' | 'failed'
  readonly start_date: string
  readonly end_date: string
  readonly articles_scraped: number
  readonly articles_saved: number
  /** Keys of agencies that were read, also those without news. */
  readonly agencies_processed: readonly string[]
  readonly errors: readonly { agency: string; error: string }[]
  readonly message: string
  readonly results: readonly AgencyResult[]
}

/** Counts agencies that were refused, because they are unknown or inactive, as agencies with errors. */
function messageOf(results: readonly AgencyResult[], refused: number): string {
  const countAgencies = (of: readonly AgencyResult[]) => new Set(of.map(({ agency }) => agency)).size
  const failed = refused + countAgencies(results.filter(({ errorKind }) => errorKind !== null))
  const asked = refused + countAgencies(results)
  return failed === 0 ? `${asked} agencies read` : `${failed} of ${asked} agencies with errors`
}

/**
 * Returns the outcome of a run. `refused` names requested agencies that are unknown or inactive. The status is
 * `completed` without errors, also without news; `failed` with errors and nothing read; `partial` otherwise.
 */
export function summariseRun(
  request: Pick<RunRequest, 'window'>,
  results: readonly AgencyResult[],
  refused: readonly { agency: string; error: string }[] = [],
): RunSummary {
  const processed = new Set(results.filter(({ status }) => status !== 'error').map(({ agency }) => agency))
  // Single articles that could not be read are asked again; they are no failure of the run.
  const faults = results.filter(({ errorKind }) => errorKind !== null)
  const errors = [
    ...refused,
    ...faults.map(({ agency, errorKind, errorMessage }) => ({
      agency,
      error: `${errorKind ?? 'unknown'}: ${errorMessage ?? ''}`,
    })),
  ]
  let status: RunSummary['status'] = 'completed'
  if (errors.length > 0) status = processed.size > 0 ? 'partial' : 'failed'
  const sum = (field: 'scraped' | 'sent') => results.reduce((total, result) => total + result[field], 0)
  return {
    status,
    start_date: request.window.start,
    end_date: request.window.end,
    articles_scraped: sum('scraped'),
    articles_saved: sum('sent'),
    agencies_processed: [...processed],
    errors,
    message: messageOf(results, refused.length),
    results,
  }
}
