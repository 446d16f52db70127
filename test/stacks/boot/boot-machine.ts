import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { scaleLimit } from '../../measure-patience.ts'

const STUB = fileURLToPath(new URL('stub.sh', import.meta.url))
/** Programs of an instance that a test must not run. Docker and iptables exist after their package is installed. */
const STUBBED =
  'aws blkid dd dnf ip mkfs.xfs mkswap mount mountpoint service shutdown sleep swapon sysctl systemctl umount xfs_growfs'.split(
    ' ',
  )
const REAL = 'awk basename bash cat chmod cp grep install ln mkdir mv readlink rm rmdir touch tr'.split(' ')
const FOLDERS = [
  'dev',
  'etc/sysctl.d',
  'etc/systemd/system',
  'srv',
  'usr/sbin',
  'var/lib/cloud/scripts/per-boot',
]
const BOOT_TIMEOUT_MS = 30_000

/** A folder that replaces the root of an instance for a boot script, with stubs of its programs. */
export interface BootMachine extends Disposable {
  /** Runs a first-boot script, or the script that it left for later boots. Throws what it wrote when it fails. */
  boot(script?: string): void
  /** Stops the machine: everything is unmounted. */
  stop(): void
  growVolume(gigabytes: number): void
  /** No program can be installed from now on. */
  goOffline(): void
  /** Every call of a program so far, such as `docker pull typesense`. */
  listCalls(): string[]
  read(path: string): string
  /** The size of the file system on the volume. */
  fileSystemGb(): number
  isRunning(): boolean
}

/** Absolute paths of the instance. The script itself is unchanged, as deployed. */
const PATHS = /(?<![\w/.}-])\/(dev\/sdf|etc|srv|swapfile|var\/lib\/cloud)(?=[/\s'",;)]|$)/gm

export function startMachine(volumeGb: number): BootMachine {
  const folder = mkdtempSync(join(tmpdir(), 'pauta-boot-'))
  const [root, state, stubs] = [join(folder, 'root'), join(folder, 'state'), join(folder, 'stubs')]
  for (const name of FOLDERS) mkdirSync(join(root, name), { recursive: true })
  mkdirSync(state)
  mkdirSync(stubs)
  writeFileSync(join(root, 'dev/sdf'), '')
  writeFileSync(join(root, 'etc/fstab'), '')
  writeFileSync(join(state, 'disk-gb'), `${volumeGb}\n`)
  copyFileSync(STUB, join(stubs, 'stub'))
  chmodSync(join(stubs, 'stub'), 0o755)
  for (const name of STUBBED) symlinkSync('stub', join(stubs, name))
  for (const name of REAL) symlinkSync(findProgram(name), join(stubs, name))
  const atBoot = join(root, 'var/lib/cloud/scripts/per-boot/search.sh')

  function run(file: string): void {
    const { status, stderr } = spawnSync(join(stubs, 'bash'), [file], {
      encoding: 'utf8',
      timeout: scaleLimit(BOOT_TIMEOUT_MS),
      env: { PATH: stubs, ROOT: root, STATE: state, STUBS: stubs },
    })
    if (status !== 0) throw new Error(`The boot script ended with ${status}: ${stderr}`)
  }

  return {
    boot(script) {
      if (script === undefined) return run(atBoot)
      const file = join(folder, 'part-001')
      writeFileSync(file, script.replaceAll(PATHS, `${root}/$1`), { mode: 0o700 })
      return run(file)
    },
    stop() {
      const mounted = join(root, 'srv/search')
      if (!lstatSync(mounted).isSymbolicLink()) return
      rmSync(mounted)
      mkdirSync(mounted)
      writeFileSync(join(state, 'container'), 'exited\n')
    },
    growVolume: (gigabytes) => writeFileSync(join(state, 'disk-gb'), `${gigabytes}\n`),
    goOffline: () => writeFileSync(join(state, 'offline'), ''),
    listCalls: () => readFileSync(join(state, 'calls'), 'utf8').replaceAll(root, '').trim().split('\n'),
    read: (path) => readFileSync(join(root, path), 'utf8').replaceAll(root, ''),
    fileSystemGb: () => Number(readFileSync(join(state, 'file-system-gb'), 'utf8')),
    isRunning: () =>
      existsSync(join(state, 'container')) &&
      readFileSync(join(state, 'container'), 'utf8').trim() === 'running',
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function findProgram(name: string): string {
  for (const folder of ['/usr/bin', '/bin', '/usr/local/bin'])
    if (existsSync(join(folder, name))) return join(folder, name)
  throw new Error(`This machine has no ${name}, which a boot script needs.`)
}
