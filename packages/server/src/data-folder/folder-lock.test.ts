import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockFolder } from './folder-lock.ts'

let folder: string
let lockFile: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'folder-lock-'))
  lockFile = join(folder, 'lock.json')
})
afterEach(() => rmSync(folder, { recursive: true }))

const writeLock = (lock: unknown) => writeFileSync(lockFile, JSON.stringify(lock))
const isLinux = process.platform === 'linux'

describe('the lock of a folder', () => {
  it('is refused to a second owner until its release', () => {
    const lock = lockFolder(folder)
    expect(() => lockFolder(folder)).toThrow('already open in this process')
    lock.release()
    lockFolder(folder).release()
  })

  it('is refused while the process of the lock runs', () => {
    writeLock({ pid: 1 })
    expect(() => lockFolder(folder)).toThrow('in use by process 1')
  })

  it('is taken over from a process that runs no longer, and from half a file', () => {
    for (const text of [JSON.stringify({ pid: 2 ** 30 }), '{"pi']) {
      writeFileSync(lockFile, text)
      const lock = lockFolder(folder)
      expect(JSON.parse(readFileSync(lockFile, 'utf8'))).toMatchObject({ pid: process.pid })
      lock.release()
    }
  })

  it('names the fault when a stale lock cannot be moved away', () => {
    writeLock({ pid: 2 ** 30 })
    mkdirSync(`${lockFile}.${process.pid}`)
    expect(() => lockFolder(folder)).toThrow('EISDIR')
  })

  it.runIf(isLinux)('is taken over when another process has the id since a reboot', () => {
    writeLock({ pid: 1, start: '-1' })
    const lock = lockFolder(folder)
    expect(JSON.parse(readFileSync(lockFile, 'utf8'))).toMatchObject({ pid: process.pid })
    lock.release()
  })

  it.runIf(isLinux)('is taken over from a killed process whose end nobody has read', async () => {
    // The shell becomes `sleep 60`, which does not read the ends of the child that the shell started.
    const parent = spawn('sh', ['-c', 'sleep 0 & echo $!; exec sleep 60'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    try {
      const pid = Number(
        await new Promise<string>((resolve) => parent.stdout.once('data', (text) => resolve(String(text)))),
      )
      await expect.poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0]).toBe('Z')
      writeLock({ pid, start: readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[19] })
      lockFolder(folder).release()
    } finally {
      parent.kill('SIGKILL')
    }
  })
})
