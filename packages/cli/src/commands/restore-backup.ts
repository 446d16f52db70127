import { resolve } from 'node:path'
import { environmentOption } from '../self-hosting/environment-option.ts'
import { inOneSentence } from '../self-hosting/in-one-sentence.ts'
import { readMachine } from '../self-hosting/read-machine.ts'
import { EXIT_INCOMPLETE } from '../terminal/exit-codes.ts'
import { makeCommand } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'

const SHOWN_MAX = 20

export const command = makeCommand('restore-backup')
  .description(
    'Restores a backup of `pauta backup` on a machine whose service is stopped. Refuses a database that has tables, unless ' +
      '--replace is given, and a backup that lacks objects, unless --incomplete is given; changes nothing then. The next ' +
      'start fills the index and the queues from the rows. For a stage on AWS see `pauta restore`.',
  )
  .usage('FOLDER [--replace] [--incomplete] [--env FILE]')
  .argument('<FOLDER>', 'folder of one backup, such as /var/backups/pauta/20260601T030000Z')
  .option('--replace', 'drops the database, with everything in it, before it restores', false)
  .option('--incomplete', 'restores a backup that lacks objects, without them', false)
  .addOption(environmentOption())
  .action(async (backup, { replace, incomplete, env, json }) => {
    const { sections, dataDir } = await readMachine(env)
    const { restoreBackup } = await import('@pauta/server/backups/restore-backup')
    const result = await inOneSentence(() =>
      restoreBackup({
        ...sections,
        dataDir,
        backup: resolve(backup),
        isReplacement: replace,
        isIncompleteAccepted: incomplete,
      }),
    )
    if (result.missing.length > 0) process.exitCode = EXIT_INCOMPLETE
    printResult(json, result, [
      `The database of ${result.madeAt} and ${result.objects} objects are back. Start the service: it fills the index.`,
      ...(result.missing.length > 0 ? [`${result.missing.length} objects are missing, such as:`] : []),
      ...result.missing.slice(0, SHOWN_MAX),
    ])
  })
