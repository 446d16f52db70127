import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { startPostgres } from '@pauta/emulators/postgres/postgres'
import { PIPELINE_STEPS } from '@pauta/core/steps/steps'
import type { Job } from '@pauta/platform/jobs/define-job'
import postgres from 'postgres'
import { describe, expect, inject, it } from 'vitest'
import { jobs } from '../functions/jobs/jobs.ts'
import { workers } from '../functions/workers/workers.ts'
import { ROOT } from './kit/repository/root.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const guide = read('docs/operations.md')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

/** Returns the distinct texts of a pattern's first group in the guide. */
const mentioned = (pattern: RegExp) => [
  ...new Set([...guide.matchAll(pattern)].map(([, name]) => name ?? '')),
]

/** A section of the guide by its heading. */
const section = (heading: string) => guide.split(/^## /m).find((part) => part.startsWith(heading)) ?? ''

/** A job of the guide's commands, with its options: `npm run job -- NAME --option VALUE`. */
const jobCommands = [...guide.matchAll(/npm run job -- ([a-z-]+)([^`\n#]*)/g)].map(
  ([, name = '', options = '']) => ({
    name,
    options: [...options.matchAll(/--([a-z_-]+)/g)].map(([, option]) => option ?? ''),
  }),
)

describe('the operations guide', () => {
  it('names scripts, jobs, queues and steps that exist', () => {
    const named = mentioned(/npm run (?:-s )?([\w:-]+)/g)
    expect(named.length).toBeGreaterThan(8)
    expect(
      named.filter((script) => scripts[script] === undefined),
      'add the script to package.json, or mend the guide',
    ).toEqual([])
    const known = new Map<string, Job>(jobs.map((job) => [job.name, job]))
    for (const { name, options } of jobCommands) {
      const parameters = Object.keys(known.get(name)?.parameters.shape ?? {})
      expect([name, known.has(name)]).toEqual([name, true])
      expect(options.filter((option) => option !== 'runs' && !parameters.includes(option))).toEqual([])
    }
    const queues = new Set<string>(workers.map(({ queue }) => queue))
    expect(mentioned(/--queue ([a-z-]+)/g).filter((queue) => !queues.has(queue))).toEqual([])
    const steps: readonly string[] = PIPELINE_STEPS
    expect(mentioned(/--step ([a-z-]+)/g).filter((step) => !steps.includes(step))).toEqual([])
  })

  it('has a rotation for every secret', () => {
    const secrets = [...read('stacks/secrets.ts').matchAll(/getSecret\('(\w+)'/g)].map(
      ([, name]) => name ?? '',
    )
    expect(secrets.length).toBeGreaterThan(8)
    const rows = section('Rotating secrets')
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .join('\n')
    expect(secrets.filter((secret) => !rows.includes(`\`${secret}\``))).toEqual([])
  })

  it('has a query that runs, and names files that exist', async () => {
    const query = /```sql\n([^`]+)```/.exec(guide)?.[1] ?? ''
    const server = await startPostgres({ port: 0, dumpFile: inject('databaseTemplate') })
    const sql = postgres({ ...server, max: 1, onnotice: () => {} })
    try {
      expect(await sql.unsafe(query)).toHaveLength(1)
    } finally {
      await sql.end()
      await server.stop()
    }
    const files = mentioned(/`((?:stacks|functions|packages|test|\.github)\/[\w./-]+)`/g)
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
    expect(read('README.md')).toContain('docs/operations.md')
  })
})
