import type { Site } from '../site/site.ts'
import type { AddressBook } from './address-book.ts'
import type { DriftWatch } from './drift-watch.ts'
import type { RunPorts, RunRequest } from './ports.ts'
import type { RunCounts, RunStop } from './run-counts.ts'
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

/** Returns the site as the kind that it answers as. */
export const asItAnswers = ({ site, counts }: RunContext): Site => ({ ...site, kind: counts.kind })

/** Ends the run of one agency early. */
export class RunEnd extends Error {
  readonly stopped: RunStop

  constructor(stopped: RunStop) {
    super(stopped)
    this.stopped = stopped
  }
}

/** Throws RunEnd at the time limit of the run. */
export function endAtDeadline({ request, ports }: RunContext): void {
  const { deadline } = request
  if (deadline !== null && ports.now().getTime() >= deadline) throw new RunEnd('deadline')
}
