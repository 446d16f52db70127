import { environmentOption } from '../self-hosting/environment-option.ts'
import { inOneSentence } from '../self-hosting/in-one-sentence.ts'
import { readMachine } from '../self-hosting/read-machine.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'

export const command = makeCommand('backup')
  .description(
    'Backs up a machine while `pauta serve` runs: the database by pg_dump, and the stored objects. Backups of one folder ' +
      'share equal objects. Where the objects are in a bucket, the backup lists their keys and the bucket keeps them. ' +
      'The environment file is not part of a backup: keep a copy of it elsewhere.',
  )
  .usage('--to FOLDER [--env FILE]')
  .requiredOption('--to <FOLDER>', 'folder of all backups; each gets a folder of its own in it')
  .addOption(environmentOption())
  .action(async ({ to, env, json }) => {
    const { version, sections } = await readMachine(env)
    const { backUp } = await import('@pauta/server/backups/backup')
    const result = await inOneSentence(() => backUp({ ...sections, place: to, version, now: new Date() }))
    printResult(json, result, [
      `${result.backup} has the database and ${result.summary.objects} objects${result.summary.hasObjects ? '' : ' (their keys alone)'}.`,
    ])
  })
