// A separate process that writes articles, which a test kills. kill-history.ts bundles and starts it. Its first line of input
// contains the environment, every further line a step of an article. It writes one line when the step is done.
import { flushCompileCache } from 'node:module'
import { createInterface } from 'node:readline'
import { applyEnvironment, loadConfig } from '@pauta/platform/config/config'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { performStep, type StepOrder } from '../oracles/history-steps.ts'

let db: DbPool | undefined
for await (const line of createInterface({ input: process.stdin })) {
  if (db) {
    await performStep(db, JSON.parse(line) as StepOrder)
    process.stdout.write('done\n')
    // Node would write the cache at the exit, and a killed process has none.
    flushCompileCache()
  } else {
    applyEnvironment(JSON.parse(line) as Record<string, string>)
    db = connectDatabase(loadConfig('database').database)
  }
}
process.exit()
