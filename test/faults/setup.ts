import type { TestProject } from 'vitest/node'
import { provideStacks } from '../setup.ts'
import { readPassed } from './passed-fault.ts'

/** The database was migrated once for all faults: migrating it takes longer than most tests. */
export default function setup(project: TestProject): void {
  provideStacks(project, readPassed().databaseTemplate)
}
