import { findBuiltPages } from '../functions/built-pages.ts'
import { describeDatabase, describeIndex, describeMailServer, describeStorage } from './check-parts.ts'
import { prepareFolder } from '../data-folder/disk-space.ts'
import { completeIssuers } from '../settings/issuers.ts'
import type { MachineSettings } from '../settings/settings.ts'

const TIMEOUT_MS = 10_000

/** One thing that a machine needs. `problem` is one sentence with the remedy. */
interface MachineCheck {
  what: string
  problem: string | undefined
}

/** Returns the message of the error that the work throws; undefined when it throws none. */
async function findProblem(work: () => unknown): Promise<string | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** Returns one sentence when the public address leads to no Pauta; undefined otherwise. */
async function describeProxy(url: string): Promise<string | undefined> {
  const problem = await findProblem(async () => {
    const response = await fetch(`${url}/health`, { signal: AbortSignal.timeout(TIMEOUT_MS) }).catch(
      (error: unknown) => {
        // The error of fetch says that it failed, and its cause says why.
        throw error instanceof Error && error.cause instanceof Error ? error.cause : error
      },
    )
    if (!response.ok) throw new Error(`HTTP ${response.status}`)
  })
  return (
    problem &&
    `${url}/health does not answer (${problem}): start the service, its proxy, or correct PAUTA_URL.`
  )
}

/** Checks everything that `pauta serve` needs, and that its public address leads to it. Changes nothing. */
export async function checkMachine({
  url,
  dataDir,
  sections,
  warnings,
}: MachineSettings): Promise<MachineCheck[]> {
  const checks: [what: string, find: () => Promise<string | undefined>][] = [
    ['settings', async () => warnings.join(' ') || undefined],
    ['folder', () => findProblem(() => prepareFolder(dataDir))],
    ['pages', () => findProblem(findBuiltPages)],
    ['PostgreSQL', () => describeDatabase(sections.database)],
    ['search index', () => describeIndex(sections.index)],
    ['storage', () => describeStorage(sections.storage)],
    ['mail server', () => describeMailServer(sections.email)],
    ['issuers', () => findProblem(() => completeIssuers(sections))],
    ['public address', () => describeProxy(url)],
  ]
  return await Promise.all(checks.map(async ([what, find]) => ({ what, problem: await find() })))
}
