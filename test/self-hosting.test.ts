import { readFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import { MACHINE_VARIABLES } from '@pauta/server/settings/variables'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from './kit/repository/source-files.ts'

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
const names = new Set(MACHINE_VARIABLES.map(({ name }) => name))

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
    const proxies = MACHINE_VARIABLES.find(({ name }) => name === 'PAUTA_PROXIES')
    const file = { isCompose: true, databasePassword: '', indexKey: '', linkSecret: '' }
    expect(proxies?.make?.(file)).toBe(compose.networks.default.ipam.config[0]?.subnet)
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
