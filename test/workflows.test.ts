import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { TYPESENSE_IMAGE } from '../stacks/search-server-script.ts'
import { ROOT } from './support/source-files.ts'
import { outlineOf, type OutlineEntry } from './support/yaml-outline.ts'

const FOLDER = join(ROOT, '.github/workflows')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

const workflows = new Map(
  readdirSync(FOLDER).map((file) => [file, outlineOf(readFileSync(join(FOLDER, file), 'utf8'))]),
)
const all = [...workflows].flatMap(([file, entries]) => entries.map((entry) => ({ file, ...entry })))

function outline(file: string): OutlineEntry[] {
  const entries = workflows.get(file)
  if (!entries) throw new Error(`There is no workflow ${file}`)
  return entries
}

/** Everything below a path, by what follows it. */
const below = (file: string, path: string) =>
  Object.fromEntries(
    outline(file)
      .filter((entry) => entry.path.startsWith(`${path}.`))
      .map((entry) => [entry.path.slice(path.length + 1), entry.value]),
  )
const valueOf = (file: string, path: string) => outline(file).find((entry) => entry.path === path)?.value

describe('workflows', () => {
  it('run when they should: on pull requests, on main, on tags, at night', () => {
    expect(below('ci.yml', 'on')).toEqual({ pull_request: '', workflow_call: '', workflow_dispatch: '' })
    expect(below('deploy.yml', 'on')).toEqual({ push: '', 'push.branches': '[main]', 'push.tags': "['v*']" })
    expect(below('preview.yml', 'on')).toEqual({
      pull_request: '',
      'pull_request.types': '[opened, synchronize, reopened, closed]',
    })
    expect(Object.keys(below('nightly.yml', 'on'))).toContain('schedule[].cron')
  })

  it('may do nothing but what a job of theirs says: read the code, and prove to AWS who they are', () => {
    for (const file of workflows.keys()) expect([file, valueOf(file, 'permissions')]).toEqual([file, '{}'])
    const granted = all.filter(({ path }) => /\.permissions\./.test(path))
    const grants = new Set(granted.map(({ path, value }) => `${path.split('.').at(-1)}: ${value}`))
    expect([...grants].sort()).toEqual(['contents: read', 'id-token: write'])
    // Only who deploys; what checks and tests runs the code of everybody.
    const deployers = granted.filter(({ path }) => path.endsWith('id-token')).map(({ file }) => file)
    expect(new Set(deployers)).toEqual(new Set(['deploy.yml', 'deploy-stage.yml', 'preview.yml']))
  })

  it('check before they deploy, each stage by itself and never halfway', () => {
    for (const stage of ['staging', 'production']) {
      expect(valueOf('deploy.yml', `jobs.${stage}.needs`)).toBe('check')
      expect(below('deploy.yml', `jobs.${stage}.with`)).toEqual({ stage, environment: stage })
    }
    expect(valueOf('deploy.yml', 'jobs.check.uses')).toBe('./.github/workflows/ci.yml')
    expect(valueOf('deploy.yml', 'jobs.staging.if')).toContain("github.ref == 'refs/heads/main'")
    expect(valueOf('deploy.yml', 'jobs.production.if')).toContain("startsWith(github.ref, 'refs/tags/v')")
    expect(below('deploy-stage.yml', 'jobs.deploy.concurrency')).toEqual({
      group: 'stage-${{ inputs.stage }}',
      'cancel-in-progress': 'false',
    })
    expect(below('preview.yml', 'jobs.remove.concurrency')).toEqual({
      group: 'stage-pr-${{ github.event.number }}',
      'cancel-in-progress': 'false',
    })
    for (const job of ['diff', 'deploy', 'remove'])
      expect(valueOf('preview.yml', `jobs.${job}.if`)).toContain('head.repo.full_name == github.repository')
  })

  it('use actions of others by their commit', () => {
    const uses = all.filter(({ path, value }) => path.endsWith('uses') && !value.startsWith('./'))
    expect(uses.length).toBeGreaterThan(5)
    for (const { file, value } of uses)
      expect([file, value]).toEqual([file, expect.stringMatching(/@[0-9a-f]{40}$/)])
    const local = all.filter(({ path, value }) => path.endsWith('uses') && value.startsWith('./'))
    for (const { value } of local) expect(workflows.has(value.replace('./.github/workflows/', ''))).toBe(true)
  })

  it('run commands that exist, and put nothing from outside into a shell', () => {
    const commands = all.filter(({ path }) => path.endsWith('run'))
    const named = commands.flatMap(({ value }) =>
      [...value.matchAll(/npm (?:run ([\w:-]+)|(test))\b/g)].map(([, script, test]) => script ?? test ?? ''),
    )
    expect(new Set(named)).toEqual(new Set(['check', 'test', 'test:browser', 'test:long', 'deploy']))
    for (const script of named) expect(Object.keys(scripts)).toContain(script)
    for (const { value } of commands) expect(value).not.toContain('${{')
  })

  it('hold no secret, and end by themselves', () => {
    const texts = [...workflows.keys()].map((file) => readFileSync(join(FOLDER, file), 'utf8')).join('\n')
    expect(texts).not.toMatch(/secrets\.|AKIA|aws_secret|password/i)
    const jobs = new Set(
      all
        .filter(({ path }) => path.endsWith('.runs-on'))
        .map(({ file, path }) => `${file} ${path.split('.')[1]}`),
    )
    for (const job of jobs) {
      const [file = '', name = ''] = job.split(' ')
      expect([job, Number(valueOf(file, `jobs.${name}.timeout-minutes`))]).toEqual([job, expect.any(Number)])
      expect(Number(valueOf(file, `jobs.${name}.timeout-minutes`))).toBeLessThanOrEqual(180)
    }
  })
})

describe('compose.yaml', () => {
  const text = read('compose.yaml')
  const entries = outlineOf(text)
  const find = (path: string) => entries.find((entry) => entry.path === path)?.value
  const variable = (name: string): unknown =>
    JSON.parse(new RegExp(`${name}='([^']+)'`).exec(text)?.[1] ?? 'null')

  it('runs the version of the index that the cloud runs, and PostgreSQL of its major version with pgvector', () => {
    const image = find('services.typesense.image') ?? ''
    expect(image).toMatch(/^typesense\/typesense:\d+\.\d+$/)
    expect(image).toBe(TYPESENSE_IMAGE)
    const major = /POSTGRES_VERSION = '(\d+)'/.exec(read('stacks/database.ts'))?.[1]
    expect(find('services.postgres.image')).toMatch(
      new RegExp(`^pgvector/pgvector:\\d+\\.\\d+\\.\\d+-pg${major}$`),
    )
  })

  it('listens on this machine alone, and is bounded', () => {
    const ports = entries.filter(({ path }) => path.endsWith('.ports'))
    expect(ports.map(({ value }) => value)).toEqual(["['127.0.0.1:5432:5432']", "['127.0.0.1:8108:8108']"])
    expect(find('services.typesense.deploy.resources.limits')).toContain("cpus: '2'")
    expect(find('services.typesense.deploy.resources.limits')).toContain(':-2g}')
    expect(entries.filter(({ path }) => path.endsWith('healthcheck.test'))).toHaveLength(2)
  })

  it('says the variables by which the stack finds it', () => {
    const database = z
      .object({ host: z.string(), port: z.number(), username: z.string(), password: z.string() })
      .parse(variable('SST_RESOURCE_Database'))
    expect(database).toEqual({
      host: '127.0.0.1',
      port: 5432,
      username: find('services.postgres.environment.POSTGRES_USER'),
      password: find('services.postgres.environment.POSTGRES_PASSWORD'),
    })
    expect(variable('SST_RESOURCE_SearchIndex')).toEqual({
      url: 'http://127.0.0.1:8108',
      key: find('services.typesense.environment.TYPESENSE_API_KEY'),
    })
  })
})
