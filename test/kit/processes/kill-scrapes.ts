import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findPause } from '@pauta/scraper/store/site-state'
import { scrapeRequest } from '@pauta/scraper/runs/requests'
import { bundleScript, order, startLineProcess, type LineProcess } from './line-process.ts'
import { startOutwardCalls, type KillPoint } from '../relays/outward-calls.ts'
import type { TestStack } from '../stack/stack.ts'

/** Runs that one agency may need. More would mean that it never ends. */
const SCHEDULES_MAX = 5

/** Reads sites in processes, over relays that record their calls, and kills them. */
export interface ScrapeKills {
  /** Makes one run of an agency. Returns the call at which the process was killed; undefined when the run ended. */
  run(agency: string, killAt?: KillPoint): Promise<string | undefined>
  /** Makes the runs of the next schedules, until the agency is not due any more. */
  runSchedules(agency: string): Promise<void>
  /** The outward calls of the last run. */
  listCalls(): readonly string[]
  stop(): Promise<void>
}

export async function startScrapeKills(stack: TestStack, sitesUrl: string): Promise<ScrapeKills> {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-scraper-'))
  const script = await bundleScript('scraper-process', folder)
  const calls = await startOutwardCalls(stack.stack, { sitesUrl })
  const children = new Set<LineProcess>()
  const start = (): LineProcess => {
    const running = startLineProcess(script, folder, calls.environment)
    children.add(running)
    return running
  }
  // The next process starts while one works, because most of a run would be spent on starting.
  let current = start()
  let spare = start()
  /** The last summary of a run that was not complete. The next schedule requests the agency again, as after a failed job. */
  let failure = ''

  async function run(agency: string, killAt?: KillPoint): Promise<string | undefined> {
    let isStruck = false
    calls.watch(killAt, () => {
      isStruck = true
      current.child.kill('SIGKILL')
    })
    const answer = await order(current, scrapeRequest([agency], new Date()), () => isStruck)
    if (isStruck) {
      current = spare
      spare = start()
      // The next schedule comes 15 minutes later, when the turn and the site of the killed process are free again.
      await stack.db`update scrape_hosts set held_until = '-infinity', open_at = '-infinity'`
      await stack.db`update scrape_sites set held_until = null`
      return calls.list().at(-1)
    }
    const { status } = JSON.parse(answer ?? '{}') as { status?: string }
    if (status !== 'completed') failure = answer ?? ''
    return undefined
  }

  return {
    run,
    async runSchedules(agency) {
      for (let schedule = 0; schedule < SCHEDULES_MAX; schedule += 1) {
        if (await findPause(stack.db, { agencyKey: agency, now: new Date() })) return
        await run(agency)
      }
      throw new Error(`${agency} is still due: ${failure}`)
    },
    listCalls: () => [...calls.list()],
    async stop() {
      for (const { child } of children) child.kill('SIGKILL')
      await calls.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
