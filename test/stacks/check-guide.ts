import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { QUOTAS } from '@pauta/cli/cloud/check-account'
import { describe, expect, it } from 'vitest'
import { paths } from '../../packages/observatory/src/paths.ts'
import { boundaryNameOf } from '../../stacks/boundary.ts'
import type { StageSettings } from '../../stacks/stages/stage-settings.ts'
import { listUnknownWords } from '../kit/repository/guide-calls.ts'
import { readWorkflows } from '../kit/repository/workflow-files.ts'
import { listOfType, type Stages } from './graph.ts'
import { ROOT } from './platform.ts'
import { listPublishedSeries } from './published-series.ts'
import { EXAMPLES } from './stage-settings.ts'

/*
 * Reads the guides of operation beside the graph: every name, secret, setting, command, option, port and role that they
 * mention must exist.
 */

const SECURITY_GROUP = 'aws:ec2/securityGroup:SecurityGroup'
const GUIDES = ['docs/operations.md', 'docs/first-deployment.md', 'docs/scale.md']
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const guide = GUIDES.map(read).join('\n')
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
  const called = listNpmCommands()
  const missing = called.filter(({ script }) => scripts[script] === undefined)
  const ofPauta = called.filter(({ script }) => scripts[script]?.endsWith(`pauta.ts ${script}`))
  return [
    ...missing.map(({ script }) => `npm run ${script}: package.json has no such script`),
    ...(await listUnknownWords(ofPauta.map(({ script, words }) => [script, ...words]))),
  ]
}

/** Whether any of the stages sets it: some settings are optional. */
const isSetting = (path: string) => Object.values(EXAMPLES).some((settings) => hasSetting(settings, path))

function hasSetting(settings: StageSettings, path: string): boolean {
  let value: unknown = settings
  for (const part of path.split('.')) {
    if (typeof value !== 'object' || value === null || !(part in value)) return false
    value = (value as Record<string, unknown>)[part]
  }
  return true
}

export function checkGuide(stages: () => Stages): void {
  describe('the operations guide', () => {
    it('sets and removes secrets that exist', () => {
      const secrets = listOfType(stages().production, 'sst:sst:Secret').map(({ name }) => name)
      const rows = guide.slice(guide.indexOf('## Rotating secrets')).split('\n## ')[0] ?? ''
      const named = [
        ...matchAll(/sst secret (?:set|remove) ([A-Za-z]+)/g).filter((name) => name !== 'NAME'),
        ...matchAll(/^([A-Z][A-Za-z]+(?:Secret|Certificate|Token|Key))$/g),
        ...[...rows.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
          [...cell.matchAll(/`([A-Z][A-Za-z]+)`/g)].map(([, name = '']) => name),
        ),
      ]
      expect(named.length).toBeGreaterThan(10)
      expect(unknown(named, new Set(secrets))).toEqual([])
    })

    it('sets every secret that has no default before the first deployment', () => {
      const required = [...read('stacks/secrets.ts').matchAll(/getSecret\('(\w+)'\)/g)].map(
        ([, name = '']) => name,
      )
      expect(required).toEqual(expect.arrayContaining(['SearchIndexKey', 'LinkSigningSecret']))
      // A stage with its own search server needs its certificate, too.
      const needed = [...required, 'SearchCertificate', 'SearchCertificateKey'].toSorted()
      const step = /## Secrets\n([\s\S]*?)\n## /.exec(read('docs/first-deployment.md'))?.[1] ?? ''
      const set = [...step.matchAll(/sst secret set (\w+) .*--stage "\$stage"/g)].map(([, name = '']) => name)
      expect(set.toSorted()).toEqual(needed)
    })

    it('has only commands that a shell reads', () => {
      const scripts = [...guide.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(
        ([, indent = '', text = '']) => text.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
      )
      expect(scripts.length).toBeGreaterThan(20)
      for (const script of scripts) {
        const { status, stderr } = spawnSync('bash', ['-n'], { input: script, encoding: 'utf8' })
        expect({ script, status, stderr }).toEqual({ script, status: 0, stderr: '' })
      }
    })

    it('runs scripts, commands and options that exist', async () => {
      expect(listNpmCommands().length).toBeGreaterThan(20)
      expect(await findUnknownCommands()).toEqual([])
    })

    it('names settings that exist', () => {
      const roots = Object.keys(EXAMPLES.production).join('|')
      const named = matchAll(new RegExp(`^((?:${roots})\\.[a-zA-Z]+)$`, 'g'))
      expect(named.length).toBeGreaterThan(3)
      expect(named.filter((path) => !path.endsWith('.sst') && !isSetting(path))).toEqual([])
    })

    it('uses connections that the functions have', () => {
      const links = new Set(stages().production.builds.flatMap(({ links: own }) => Object.keys(own)))
      expect(unknown(matchAll(/SST_RESOURCE_([A-Za-z]+)/g), links)).toEqual([])
    })

    it('names log groups and parameters of the stage', () => {
      const { production, staging } = stages()
      const names = [...production.resources, ...staging.resources].map(({ inputs }) =>
        typeof inputs['name'] === 'string' ? inputs['name'] : '',
      )
      const named = matchAll(/(\/(?:aws\/lambda\/pauta|pauta\/(?:STAGE|production))[\w/-]*)/g)
      const missing = named
        .map((name) => name.replace('STAGE', 'production').replace(/-NAME$/, '-'))
        .filter((name) => !names.some((one) => one.startsWith(name)))
      expect(named.length).toBeGreaterThan(0)
      expect(missing).toEqual([])
    })

    it('counts the series that the sweep publishes', () => {
      expect(guide).toContain(`The sweep publishes ${listPublishedSeries('production').size} series`)
    })

    it('names ports that a security group of a stage has', () => {
      const { production, staging } = stages()
      const known = new Set(
        [...listOfType(production, SECURITY_GROUP), ...listOfType(staging, SECURITY_GROUP)].flatMap(
          ({ inputs }) =>
            [inputs['ingress'], inputs['egress']].flatMap((rules) =>
              ((rules ?? []) as { fromPort: number }[]).map(({ fromPort }) => String(fromPort)),
            ),
        ),
      )
      const named = [...guide.matchAll(/\b(?:ports? |over )(\d{3,5})\b/g)].map(([, port = '']) => port)
      expect(named).toEqual(expect.arrayContaining(['5432', '8108']))
      expect(unknown(named, known)).toEqual([])
    })

    it('names hosts, functions and resources that a stage has', () => {
      const { production, preview } = stages()
      const resources = [production, preview].flatMap((graph) => graph.resources)
      const inputsOf = (type: string) =>
        resources.filter((one) => one.type === type).map(({ inputs }) => String(inputs['name']))
      const hosts = inputsOf('aws:servicediscovery/service:Service').map((name) => `${name}.sst`)
      const namedHosts = [...new Set(guide.match(/\b[a-z0-9-]+\.sst\b/g))]
      expect(namedHosts).toEqual(expect.arrayContaining(['search.sst']))
      expect(unknown(namedHosts, new Set(hosts))).toEqual([])
      const functions = inputsOf('aws:lambda/function:Function').map((name) =>
        name.replace(/^pauta-(production|pr-7)-/, ''),
      )
      const namedFunctions = [...guide.matchAll(/\bfunction\s+`([a-z-]+)`/g)].map(([, name = '']) => name)
      expect(namedFunctions).toEqual(expect.arrayContaining(['migrate']))
      expect(unknown(namedFunctions, new Set(functions))).toEqual([])
      const removed = matchAll(/sst state remove ([A-Za-z0-9]+)/g)
      expect(removed).toContain('PostgresInstance')
      expect(unknown(removed, new Set(resources.map(({ name }) => name)))).toEqual([])
    })

    it('names files, quotas and settings of the project', () => {
      const files = matchAll(/^((?:docs|functions|packages|stacks|test)\/[\w./-]+)$/g)
      expect(files.length).toBeGreaterThan(5)
      expect(files.filter((path) => !existsSync(join(ROOT, path)))).toEqual([])
      const codes = new Set(Object.values(QUOTAS).map(({ service, code }) => `${service} ${code}`))
      const named = [...guide.matchAll(/`(\w+)` `(L-[0-9A-F]{8})`/g)].map(
        ([, service, code]) => `${service} ${code}`,
      )
      expect(new Set(named)).toEqual(codes)
      const decided =
        /no default: (.*?)\.\s+`stacks\/stages\/stage-settings\.ts` explains/s.exec(guide)?.[1] ?? ''
      const settings = [...decided.matchAll(/`([a-zA-Z]+)`/g)].map(([, name = '']) => name)
      expect(settings).toEqual(expect.arrayContaining(['size', 'embedding', 'alarmEmail']))
      expect(settings.filter((path) => !isSetting(path))).toEqual([])
    })

    it('gives its clients the redirect addresses of the pages', () => {
      const addresses = [...guide.matchAll(/redirectUris=\[\\"\$site([^"\\]*)\\"/g)].map(([, path]) => path)
      expect(addresses).toEqual([paths.login, paths.operatorLogin])
    })

    it('names environments of the workflows and policies of their roles', () => {
      const environments = [...readWorkflows().values()].flatMap(({ jobs }) =>
        Object.values(jobs).flatMap((job) => [job.environment, job.with?.['environment']]),
      )
      for (const name of ['production', 'staging', 'preview', 'staging-diff', 'preview-removal']) {
        expect(guide).toContain(`\`${name}\``)
        expect(environments).toContain(name)
      }
      const boundaries = matchAll(/\b(pauta-[a-z]+-boundary)\b/g)
      expect(boundaries.toSorted()).toEqual(['production', 'staging', 'pr-*'].map(boundaryNameOf).toSorted())
    })
  })
}
