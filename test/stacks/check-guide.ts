import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeProgram } from '@pauta/cli/program'
import { COMMANDS } from '@pauta/cli/commands'
import { describe, expect, it } from 'vitest'
import { jobs } from '../../functions/jobs/jobs.ts'
import { makeDeployerPolicies } from '../../stacks/deployer-policy.ts'
import { STAGE_SETTINGS } from '../../stacks/settings.ts'
import { readWorkflows } from '../support/workflow-files.ts'
import { listOfType, type Stages } from './graph.ts'
import { ROOT } from './platform.ts'

/*
 * Reads the guides of operation beside the graph: every name, secret, setting, command, option, port and role that they
 * mention must exist.
 */

const GUIDES = ['docs/operations.md', 'docs/first-deployment.md']
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const guide = GUIDES.map(read)
  .join('\n')
  // The table of mistakes quotes what must not be.
  .replace(/\| mistake \|[\s\S]*?\n\n/, '')
/** Inline code and code blocks. */
const quoted = [...guide.matchAll(/```[a-z]*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(
  ([, block = '', inline = '']) => block || inline,
)
const matchAll = (pattern: RegExp): string[] => [
  ...new Set(quoted.flatMap((text) => [...text.matchAll(pattern)].map(([, name = '']) => name))),
]
const unknown = (names: readonly string[], known: ReadonlySet<string>) =>
  names.filter((name) => !known.has(name))

/** Words of an npm command after its `--`, up to a comment or another command. */
const listNpmCommands = () =>
  quoted
    .flatMap((text) => text.split('\n'))
    .flatMap((line) => [...line.matchAll(/npm run (?:-s )?([a-z:-]+)(?: -- ([^#|&;<>)`]*))?/g)])
    .map(([, script = '', rest = '']) => ({ script, words: rest.trim().split(/\s+/).filter(Boolean) }))

async function findUnknownCommands(): Promise<string[]> {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const program = await makeProgram(new Set(COMMANDS.map(({ name }) => name)))
  return listNpmCommands().flatMap(({ script, words }) => {
    const text = `npm run ${script} -- ${words.join(' ')}`
    const source = scripts[script]
    if (source === undefined) return [`${text}: package.json has no such script`]
    const top = program.commands.find(
      (one) => source.endsWith(`pauta.ts ${one.name()}`) && one.name() === script,
    )
    if (!top) return []
    const sub = top.commands.find((one) => one.name() === words[0])
    if (top.commands.length > 0 && words.length > 0 && !sub && !words[0]?.startsWith('-'))
      return [`${text}: pauta ${script} has no command ${words[0]}`]
    const known = new Set([...top.options, ...(sub?.options ?? [])].map(({ long }) => long))
    return words
      .filter((word) => /^--[a-z]/.test(word))
      .map((word) => word.replace(/=.*/, ''))
      .filter((option) => !known.has(option) && !isJobParameter(script, option))
      .map((option) => `${text}: no option ${option}`)
  })
}

/** A job takes its own parameters by name. */
const isJobParameter = (script: string, option: string) => {
  const name = option.slice(2)
  return script === 'job' && jobs.some(({ parameters }) => name in parameters.shape)
}

function hasSetting(path: string): boolean {
  let value: unknown = STAGE_SETTINGS.production
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !(part in value)) return false
    value = (value as Record<string, unknown>)[part]
  }
  return true
}

export function checkGuide(stages: () => Stages): void {
  describe('the operations guide', () => {
    it('names alarms that exist', () => {
      const { production } = stages()
      const alarms = listOfType(production, 'aws:cloudwatch/metricAlarm:MetricAlarm').map(({ name }) => name)
      const named = matchAll(/\b([A-Z][A-Za-z]+Alarm)\b/g)
      expect(named.length).toBeGreaterThan(10)
      expect(unknown(named, new Set(alarms))).toEqual([])
    })

    it('sets and removes secrets that exist', () => {
      const secrets = listOfType(stages().production, 'sst:sst:Secret').map(({ name }) => name)
      const rows = guide.slice(guide.indexOf('## Rotating secrets')).split('\n## ')[0] ?? ''
      const named = [
        ...matchAll(/sst secret (?:set|remove) ([A-Za-z]+)/g).filter((name) => name !== 'NAME'),
        ...[...rows.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
          [...cell.matchAll(/`([A-Z][A-Za-z]+)`/g)].map(([, name = '']) => name),
        ),
      ]
      expect(named.length).toBeGreaterThan(10)
      expect(unknown(named, new Set(secrets))).toEqual([])
    })

    it('runs scripts, commands and options that exist', async () => {
      expect(listNpmCommands().length).toBeGreaterThan(20)
      expect(await findUnknownCommands()).toEqual([])
    })

    it('speaks of settings that exist', () => {
      const roots = Object.keys(STAGE_SETTINGS.production).join('|')
      const named = matchAll(new RegExp(`^((?:${roots})\\.[a-zA-Z]+)$`, 'g'))
      expect(named.length).toBeGreaterThan(3)
      expect(named.filter((path) => !hasSetting(path))).toEqual([])
    })

    it('uses connections that the functions have', () => {
      const links = new Set(stages().production.builds.flatMap(({ links: own }) => Object.keys(own)))
      expect(unknown(matchAll(/SST_RESOURCE_([A-Za-z]+)/g), links)).toEqual([])
    })

    it('names log groups and parameters of the stage', () => {
      const { production, large } = stages()
      const names = [...production.resources, ...large.resources].map(({ inputs }) =>
        typeof inputs['name'] === 'string' ? inputs['name'] : '',
      )
      const named = matchAll(/(\/(?:aws\/lambda\/pauta|pauta\/(?:STAGE|production))[\w/-]*)/g)
      const missing = named
        .map((name) => name.replace('STAGE', 'production').replace(/-NAME$/, '-'))
        .filter((name) => !names.some((one) => one.startsWith(name)))
      expect(named.length).toBeGreaterThan(0)
      expect(missing).toEqual([])
    })

    it('names ports that a security group or a link has', () => {
      const known = new Set(['443', '5432', '8108'])
      const text = JSON.stringify(stages().production)
      for (const port of known) expect(text).toContain(port)
      const named = [...guide.matchAll(/\bports? (\d{2,5})\b/g)].map(([, port = '']) => port)
      expect(unknown(named, known)).toEqual([])
    })

    it('names environments of the workflows and policies of their roles', () => {
      const environments = [...readWorkflows().values()].flatMap(({ jobs }) =>
        Object.values(jobs).flatMap((job) => [job.environment, job.with?.['environment']]),
      )
      for (const name of ['production', 'staging', 'preview', 'staging-diff']) {
        expect(guide).toContain(`\`${name}\``)
        expect(environments).toContain(name)
      }
      const policies = ['production', 'staging', 'pr-*'].flatMap((stage) =>
        makeDeployerPolicies({ account: '123456789012', region: 'us-east-2', stage }).map(({ name }) => name),
      )
      expect(unknown(matchAll(/\b(pauta-deployer-[a-z]+-[a-z]+)\b/g), new Set(policies))).toEqual([])
    })
  })
}
