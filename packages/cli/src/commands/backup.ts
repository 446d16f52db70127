import { resolve } from 'node:path'
import { noteBackup } from '@pauta/server/backups/backup-note'
import { environmentOption } from '../self-hosting/environment-option.ts'
import { inOneSentence } from '../self-hosting/in-one-sentence.ts'
import { readMachine } from '../self-hosting/read-machine.ts'
import { makeCommand, wholeNumber } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'

const KEEP_MAX = 10_000

/** Notes how the backup ended, for the mail to the operator. Where that fails, one sentence says so. */
async function note(dataDir: string, end: Parameters<typeof noteBackup>[1]): Promise<void> {
  await noteBackup(dataDir, end).catch((error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error)
    console.error(
      `No mail will tell of failed backups, because ${dataDir} takes no note of them (${reason}).`,
    )
  })
}

export const command = makeCommand('backup')
  .description(
    'Backs up a machine while `pauta serve` runs: the database by pg_dump, and the stored objects. Backups of one folder ' +
      'share equal objects. Where the objects are in a bucket, the backup lists their keys and the bucket keeps them. ' +
      'The environment file is not part of a backup: keep a copy of it elsewhere. The operator gets a mail when a backup ' +
      'fails, or when the last one is older than two days. What a killed backup left in the folder is removed.',
  )
  .usage('--to FOLDER [--keep N] [--env FILE]')
  .requiredOption('--to <FOLDER>', 'folder of all backups; each gets a folder of its own in it')
  .option(
    '--keep <N>',
    'removes all but the newest N backups, and objects that none of them has; without it all stay',
    wholeNumber('--keep', KEEP_MAX),
  )
  .addOption(environmentOption())
  .action(async ({ to, keep, env, json }) => {
    const { version, sections, dataDir } = await readMachine(env)
    const { backUp } = await import('@pauta/server/backups/backup')
    const now = new Date()
    const result = await inOneSentence(async () => {
      try {
        return await backUp({ ...sections, place: resolve(to), version, now, keep })
      } catch (error) {
        await note(dataDir, { error: error instanceof Error ? error.message : String(error) })
        throw error
      }
    })
    await note(dataDir, { madeAt: now })
    const { backup, summary, removed } = result
    printResult(json, result, [
      `${backup} has the database and ${summary.objects} objects${summary.hasObjects ? '' : ' (their keys alone)'}.`,
      ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}`] : []),
    ])
  })
