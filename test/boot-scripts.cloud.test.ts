import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NAT_SCRIPT } from '../stacks/nat-script.ts'
import { searchServerScript } from '../stacks/search-server-script.ts'
import { type BootMachine, startMachine } from './stacks/boot/boot-machine.ts'

const SERVER = {
  keyParameter: '/pauta/production/search-key',
  tlsKeyParameter: '/pauta/production/search-tls-key',
  versions: [1, 1],
  certificate: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----',
  region: 'us-east-2',
  port: 8108,
  version: '27.1',
} as const
const SEARCH_SCRIPT = searchServerScript(SERVER)
const SCRIPTS = {
  'search server': SEARCH_SCRIPT,
  'NAT instance': NAT_SCRIPT,
}

const hasShellcheck = spawnSync('shellcheck', ['--version']).status === 0
const isCi = process.env['CI'] === 'true'

function check(script: string): string {
  return spawnSync('shellcheck', ['--shell=bash', '-'], { input: script, encoding: 'utf8' }).stdout
}

describe('the boot script of the search server', () => {
  let machine: BootMachine
  beforeAll(() => {
    machine = startMachine(30)
    machine.boot(SEARCH_SCRIPT)
  })
  afterAll(() => machine[Symbol.dispose]())

  it('makes a file system once, mounts it before Docker, and starts the index on it', () => {
    const calls = machine.listCalls()
    expect(calls.filter((call) => call.startsWith('mkfs.xfs'))).toHaveLength(1)
    expect(calls.indexOf('mount /srv/search')).toBeLessThan(
      calls.findIndex((call) => call.includes('enable --now docker')),
    )
    expect(machine.isRunning()).toBe(true)
    expect(machine.read('etc/fstab')).toMatch(
      /^LABEL=search \/srv\/search xfs \S*\bnofail\b\S*x-systemd\.required-by=docker\.service\S* 0 2\n$/,
    )
  })

  it('passes the key in no call, and retries after network failures', () => {
    expect(machine.read('etc/typesense.env')).toBe('TYPESENSE_API_KEY=key-of-the-parameter\n')
    const calls = machine.listCalls()
    expect(calls.join('\n')).not.toContain('key-of-the-parameter')
    for (const repeated of ['dnf install -y docker', 'docker pull'])
      expect(calls.filter((call) => call.startsWith(repeated))).toHaveLength(2)
  })

  it('keeps the logs of the index within 100 MB', () => {
    const run = machine.listCalls().find((call) => call.startsWith('docker run'))
    expect(run).toContain('--log-opt max-size=20m --log-opt max-file=5')
  })

  it('grows a file system within the hour without a reboot', () => {
    expect(machine.read('etc/systemd/system/grow-search.service')).toContain('xfs_growfs /srv/search')
    expect(machine.listCalls()).toContain('systemctl enable --now grow-search.timer')
  })

  it('after a reboot keeps the data, grows the file system to a larger volume, and starts the same container', () => {
    expect(machine.fileSystemGb()).toBe(30)
    machine.stop()
    machine.growVolume(60)
    machine.boot()
    const calls = machine.listCalls()
    expect(machine.fileSystemGb()).toBe(60)
    expect(calls.filter((call) => call.startsWith('mkfs.xfs'))).toHaveLength(1)
    expect(calls.filter((call) => call.startsWith('docker run'))).toHaveLength(1)
    expect(calls.filter((call) => call.startsWith('dnf'))).toHaveLength(2)
    expect(machine.isRunning()).toBe(true)
    expect(machine.read('etc/fstab').split('\n')).toHaveLength(2)
  })

  it('starts no index beside an unmounted volume', () => {
    using other = startMachine(30)
    const unmounted = SEARCH_SCRIPT.replace('mountpoint -q /srv/search || mount /srv/search', 'true').replace(
      'xfs_growfs /srv/search\n',
      '',
    )
    expect(() => other.boot(unmounted)).toThrow('bind source path does not exist')
    expect(other.isRunning()).toBe(false)
  })
})

describe('the boot script of a NAT instance', () => {
  it('forwards and translates, and may run again', () => {
    using machine = startMachine(8)
    machine.boot(NAT_SCRIPT)
    machine.boot(NAT_SCRIPT)
    const calls = machine.listCalls()
    expect(machine.read('etc/sysctl.d/90-nat.conf')).toBe('net.ipv4.ip_forward = 1\n')
    expect(calls.filter((call) => call.includes('-A POSTROUTING'))).toEqual([
      'iptables -t nat -A POSTROUTING -o ens5 -j MASQUERADE',
    ])
    expect(calls.at(-1)).toBe('service iptables save')
  })

  it('has swap space before it installs anything, once', () => {
    using machine = startMachine(8)
    machine.boot(NAT_SCRIPT)
    machine.boot(NAT_SCRIPT)
    const calls = machine.listCalls()
    const swap = calls.indexOf('swapon --all')
    expect(swap).toBeGreaterThan(calls.indexOf('mkswap /swapfile'))
    expect(calls.findIndex((call) => call.startsWith('dnf'))).toBeGreaterThan(swap)
    expect(calls.filter((call) => call.startsWith('dd if=/dev/zero of=/swapfile'))).toHaveLength(1)
    expect(machine.read('etc/fstab')).toBe('/swapfile none swap defaults 0 0\n')
  })

  it('stops the instance when its program cannot be installed, so that the alarm of the instance begins', () => {
    using machine = startMachine(8)
    machine.goOffline()
    expect(() => machine.boot(NAT_SCRIPT)).toThrow('ended with 1')
    const calls = machine.listCalls()
    expect(calls.filter((call) => call.startsWith('dnf'))).toHaveLength(60)
    expect(calls.at(-1)).toBe('shutdown -h now')
  })
})

describe('shellcheck', () => {
  // .ci/run and ci.yml install it.
  it.runIf(isCi)('is installed in CI', () => {
    expect(hasShellcheck).toBe(true)
  })

  it.runIf(hasShellcheck).each(Object.entries(SCRIPTS))('accepts the script of the %s', (_, script) => {
    expect(check(script)).toBe('')
  })

  it.runIf(hasShellcheck)('accepts the stub of the programs', () => {
    const stub = fileURLToPath(new URL('stacks/boot/stub.sh', import.meta.url))
    expect(spawnSync('shellcheck', [stub], { encoding: 'utf8' }).stdout).toBe('')
  })
})
