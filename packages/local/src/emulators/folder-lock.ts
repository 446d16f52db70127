import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Takes a folder for this process by a lock file beside it and returns what gives it back. A lock whose process is gone
 * is taken over. Throws an error that names the holder otherwise.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const file = `${folder}.lock`
  await mkdir(dirname(file), { recursive: true })
  for (let attempt = 1; attempt <= 2; attempt++) {
    try {
      const handle = await open(file, 'wx')
      await handle.writeFile(String(process.pid))
      await handle.close()
      return () => rm(file, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const holder = Number(await readFile(file, 'utf8'))
    if (Number.isInteger(holder) && holder > 0 && holder !== process.pid && isAlive(holder)) {
      throw new Error(`The folder ${folder} is in use by process ${holder}. Stop it, or use another folder.`)
    }
    await rm(file, { force: true })
  }
  throw new Error(`The lock ${file} cannot be taken`)
}
