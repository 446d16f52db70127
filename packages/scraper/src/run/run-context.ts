import type { AddressBook } from './address-book.ts'
import type { DriftWatch } from './drift-watch.ts'
import type { RunPorts, RunRequest, RunStop, Site } from './ports.ts'
import type { RunCounts } from './run-counts.ts'
import type { SecondLook } from './second-look.ts'

/** What the parts of the run of one agency share. */
export type RunContext = {
  readonly site: Site
  readonly request: RunRequest
  readonly ports: RunPorts
  readonly counts: RunCounts
  readonly book: AddressBook
  readonly secondLook: SecondLook
  readonly drifts: DriftWatch
}

/** Ends the run of one agency early. */
export class RunEnd extends Error {
  readonly stopped: RunStop

  constructor(stopped: RunStop) {
    super(stopped)
    this.stopped = stopped
  }
}

/** Throws RunEnd at the time limit of the run. */
export function endAtDeadline({ request, ports }: Pick<RunContext, 'request' | 'ports'>): void {
  const { deadline } = request
  if (deadline !== null && ports.now().getTime() >= deadline) throw new RunEnd('deadline')
}
