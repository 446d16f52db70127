import type { ChildProcess } from 'node:child_process'

/** Ends what is left of a group of processes. */
function endGroup(id: number | undefined): void {
  try {
    if (id !== undefined) process.kill(-id, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * Ends all that a detached process has started, when it ends or when this process does. What tests have started would keep
 * its pipes open.
 */
export function endGroupOf(child: ChildProcess): void {
  const end = () => endGroup(child.pid)
  process.once('exit', end)
  child.once('exit', () => {
    process.off('exit', end)
    end()
  })
}
