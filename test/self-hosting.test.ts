import { readFileSync, existsSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { endpoints } from '@pauta/functions/endpoints'
import { GATEWAY_TIMEOUT_SECONDS, listRoutes } from '@pauta/platform/endpoints/define-endpoint'
import { MACHINE_VARIABLES } from '@pauta/server/settings/variables'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { paths } from '../packages/observatory/src/paths.ts'
import { listUnknownWords } from './kit/repository/guide-calls.ts'
import { ROOT } from './kit/repository/root.ts'
import { trackedFiles } from './kit/repository/source-files.ts'

interface Service {
  image: string
  ports?: string[]
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  healthcheck?: { test: string[] }
  deploy: { resources: { limits: { memory: string } } }
  restart: string
  volumes: string[]
  environment: Record<string, string>
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const compose = parse(read('compose.production.yaml'), { merge: true }) as {
  services: Record<string, Service>
  networks: { default: { ipam: { config: { subnet: string }[] } } }
}
const dockerfile = read('Dockerfile')
const GUIDE = 'docs/self-hosting.md'
const SERVICE = 'deploy/systemd/pauta.service'
const VARIABLES = 'packages/server/src/settings/variables.ts'
const BACKUP = 'deploy/systemd/pauta-backup.service'
const names = new Set(MACHINE_VARIABLES.map(({ name }) => name))

/** The value of a new environment file, or the example that has the default. */
function valueOf(name: string, isCompose: boolean): string {
  const variable = MACHINE_VARIABLES.find((one) => one.name === name)
  const file = { isCompose, databasePassword: '', indexKey: '', linkSecret: '' }
  return variable?.make?.(file) ?? variable?.example ?? ''
}

/** The value of a pattern's first group. A pattern that finds nothing would compare nothing. */
function find(path: string, pattern: RegExp): string {
  const value = pattern.exec(read(path))?.[1]
  if (value === undefined) throw new Error(`${path} has nothing that ${pattern} finds`)
  return value
}

describe('compose.production.yaml', () => {
  it.each(Object.entries(compose.services))('limits %s and starts it again', (name, service) => {
    expect(service.deploy.resources.limits.memory).toMatch(/^\d+[gm]$/)
    expect(service.restart).toBe('unless-stopped')
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
    expect(
      service.healthcheck !== undefined || (name === 'pauta' && dockerfile.includes('HEALTHCHECK')),
    ).toBe(true)
    expect(service.ports !== undefined).toBe(name === 'caddy')
  })

  it('gives the service no writable root, no capability and less memory than 1.5 GB', () => {
    const { pauta } = compose.services
    expect(pauta).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
    expect(pauta?.deploy.resources.limits.memory).toBe('1536m')
    expect(dockerfile).toMatch(/^USER node$/m)
  })

  it('takes every value from the environment file', () => {
    const used = [...read('compose.production.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '')
    expect(used.length).toBeGreaterThan(3)
    expect(used.filter((name) => !names.has(name))).toEqual([])
  })

  it('trusts the proxies of its own network', () => {
    expect(valueOf('PAUTA_PROXIES', true)).toBe(compose.networks.default.ipam.config[0]?.subnet)
  })

  it('has in the image every folder from which its program imports', () => {
    const program = trackedFiles.filter(
      (path) => /^(packages\/(cli|server)|functions)\/.*\.ts$/.test(path) && !path.endsWith('.test.ts'),
    )
    const imported = program.flatMap((path) =>
      [...read(path).matchAll(/from '(\.[^']+)'/g)].map(
        ([, to = '']) => normalize(join(dirname(path), to)).split('/')[0] ?? '',
      ),
    )
    const copied = [...dockerfile.matchAll(/^COPY --from=build \/opt\/pauta\/(\w+) /gm)].map(
      ([, name]) => name,
    )
    expect(copied).toEqual(expect.arrayContaining(['stacks', ...new Set(imported)]))
  })

  it('has the client of its server in the image, to back it up', () => {
    const version = /-pg(\d+)$/.exec(compose.services['postgres']?.image ?? '')?.[1]
    expect(dockerfile).toContain(`postgresql-client-${version}`)
  })
})

describe('the proxy', () => {
  it('reads variables of the environment file, and its own of compose.production.yaml', () => {
    const used = [...read('deploy/Caddyfile').matchAll(/\{\$(\w+)/g)].map(([, name]) => name ?? '')
    expect(used.filter((name) => !names.has(name))).toEqual(['PAUTA_UPSTREAM'])
    expect(compose.services['caddy']?.environment).toHaveProperty('PAUTA_UPSTREAM')
  })
})

describe('the units of systemd', () => {
  it.each(['pauta.service', 'pauta-backup.service'])(
    '%s runs a program of the repository as a user',
    (name) => {
      const unit = read(`deploy/systemd/${name}`)
      const [, program = ''] = /^ExecStart=\S+ .*?(packages\/\S+) /m.exec(unit) ?? []
      expect(existsSync(join(ROOT, program))).toBe(true)
      expect(unit).toMatch(/^User=pauta$/m)
      expect(unit).toMatch(/^EnvironmentFile=\/etc\/pauta\/pauta\.env$/m)
      expect(unit).toMatch(/^ProtectSystem=strict$/m)
    },
  )
})

/** What two files agree on: a pattern whose group must be the value that the other file has. */
const AGREEMENTS: [path: string, pattern: RegExp, value: string][] = [
  ['compose.production.yaml', /PAUTA_UPSTREAM: pauta:(\d+)/, valueOf('PAUTA_PORT', false)],
  ['deploy/Caddyfile', /PAUTA_UPSTREAM:127\.0\.0\.1:(\d+)/, valueOf('PAUTA_PORT', false)],
  ['Dockerfile', /^EXPOSE (\d+)$/m, valueOf('PAUTA_PORT', false)],
  ['Dockerfile', /127\.0\.0\.1:(\d+)\/health/, valueOf('PAUTA_PORT', false)],
  ['compose.production.yaml', /- data:(\S+)/, valueOf('PAUTA_DATA', true)],
  ['Dockerfile', /^VOLUME \["([^"]+)"/m, valueOf('PAUTA_DATA', true)],
  [SERVICE, /^StateDirectory=(.+)$/m, valueOf('PAUTA_DATA', false).replace('/var/lib/', '')],
  [GUIDE, /--home-dir (\S+) pauta/, valueOf('PAUTA_DATA', false)],
  [BACKUP, /^ReadWritePaths=(.+)$/m, find(BACKUP, /--to (\S+)$/m)],
  [GUIDE, /--owner pauta (\S+)/, find(BACKUP, /--to (\S+)$/m)],
  [GUIDE, /pauta\.ts backup --to (\/\w+)/, find('compose.production.yaml', /- \.\/backups:(\S+)/)],
  ['compose.production.yaml', /- \.\/(\S+):\/etc\/caddy\/Caddyfile/, 'deploy/Caddyfile'],
  [GUIDE, /`PAUTA_METRICS` \(`([^`]+)`\)/, valueOf('PAUTA_METRICS', false)],
  [GUIDE, /`PAUTA_REQUESTS_PER_MINUTE` \((\d+)\)/, valueOf('PAUTA_REQUESTS_PER_MINUTE', false)],
  // The user `node` of the image.
  [GUIDE, /chown (\d+):/, '1000'],
  [GUIDE, /^\| `pauta` \| `https:\/\/[^/`]+([^`]*)`/m, paths.login],
  [GUIDE, /^\| `pauta-operadores` \| `https:\/\/[^/`]+([^`]*)`/m, paths.operatorLogin],
  [VARIABLES, /observatory, with the redirect address PAUTA_URL(\/\w+)/, paths.login],
  [VARIABLES, /^ *'with the redirect address PAUTA_URL([\w/]+)/m, paths.operatorLogin],
]

describe('two files agree', () => {
  it.each(AGREEMENTS)('%s by %s on %s', (path, pattern, value) => {
    expect(find(path, pattern)).toBe(value)
  })

  it('on the services of Compose and their user', () => {
    const database = JSON.parse(valueOf('SST_RESOURCE_Database', true)) as Record<string, unknown>
    const index = JSON.parse(valueOf('SST_RESOURCE_SearchIndex', true)) as { url: string }
    const { hostname, port } = new URL(index.url)
    const services = Object.keys(compose.services)
    expect(services).toEqual(expect.arrayContaining([database['host'], hostname]))
    expect(compose.services[hostname]?.healthcheck?.test.join()).toContain(`/127.0.0.1/${port} `)
    expect(compose.services[String(database['host'])]?.environment).toMatchObject({
      POSTGRES_USER: database['username'],
      POSTGRES_DB: database['database'],
    })
  })

  it.each([
    [
      'compose.production.yaml',
      /--max-old-space-size=(\d+)/,
      compose.services['pauta']?.deploy.resources.limits.memory,
    ],
    [SERVICE, /--max-old-space-size=(\d+)/, find(SERVICE, /^MemoryMax=(.+)$/m)],
  ])('%s leaves a third of its memory beside the heap', (path, pattern, limit) => {
    expect(Number(find(path, pattern)) * 1.5).toBeLessThanOrEqual(Number.parseInt(limit ?? '', 10))
  })

  it.each([
    ['compose.production.yaml', /stop_grace_period: (\d+)s/],
    [SERVICE, /^TimeoutStopSec=(\d+)$/m],
  ])('%s waits until the service has stopped', (path, pattern) => {
    const limit = find('packages/cli/src/self-hosting/stop-at-signals.ts', /STOP_LIMIT_MS = ([\d_]+)/)
    expect(Number(find(path, pattern)) * 1000).toBeGreaterThan(Number(limit.replaceAll('_', '')))
  })

  it('on paths and times of the service that its proxy and its image ask', () => {
    const routes = endpoints.flatMap((endpoint) => listRoutes(endpoint)).map(({ path }) => path)
    expect(routes).toContain(find('deploy/Caddyfile', /^\s*health_uri (\S+)$/m))
    expect(routes).toContain(find('Dockerfile', /fetch\('http:\/\/[^/]+([^']+)'/))
    const longest = Math.max(...endpoints.map(({ timeoutSeconds }) => timeoutSeconds))
    expect(Number(find('deploy/Caddyfile', /^\s*write (\d+)m$/m)) * 60).toBeGreaterThan(longest)
    expect(Number(find('deploy/Caddyfile', /response_header_timeout (\d+)s/))).toBeGreaterThan(
      GATEWAY_TIMEOUT_SECONDS,
    )
  })
})

describe('the guide of one machine', () => {
  const guide = read(GUIDE)

  it('calls commands with options that exist', async () => {
    const calls = [
      ...guide.matchAll(/(?:npx pauta|pauta\.ts|--rm pauta|^pauta|`pauta) ([a-z][^#|&;<>`\n]*)/gm),
    ].map(([, words = '']) => words.trim().split(/\s+/))
    expect(calls.length).toBeGreaterThan(10)
    expect(await listUnknownWords(calls)).toEqual([])
  })

  it('names units and variables that exist', () => {
    const units = [...guide.matchAll(/\bpauta[\w-]*\.(?:service|timer)\b/g)].map(([unit]) => unit)
    expect(units.length).toBeGreaterThan(1)
    expect(units.filter((unit) => !existsSync(join(ROOT, 'deploy/systemd', unit)))).toEqual([])
    const variables = [...guide.matchAll(/\b(?:PAUTA|SST_RESOURCE|NODE)_\w+/g)].map(([name]) => name)
    expect(variables.length).toBeGreaterThan(5)
    expect(variables.filter((name) => !names.has(name))).toEqual([])
  })
})
