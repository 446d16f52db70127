// Adds up the reports of the test runs; a step that failed outside any test counts as a failure.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const [folder, failedSteps] = process.argv.slice(2)
let passed = 0
let failed = 0
for (const file of readdirSync(folder)) {
  const report = JSON.parse(readFileSync(join(folder, file), 'utf8'))
  passed += report.numPassedTests
  failed += report.numFailedTests
}
if (Number(failedSteps) > 0 && failed === 0) failed = Number(failedSteps)
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 && passed > 0 ? 0 : 1)
