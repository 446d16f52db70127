import { once } from 'node:events'
import { loadConfig } from '@pauta/platform/config/config'
import { connectDatabase, type DbPool } from '@pauta/platform/database/database'
import { BELONGINGS, countBelongings, MENTIONS } from '@pauta/people/privacy/belongings'
import { endBelongings } from '@pauta/clippings/clippings/end-belongings'
import { erasePerson } from '@pauta/people/privacy/erase'
import { exportPerson } from '@pauta/people/privacy/export'
import { listPeople, type Person } from '@pauta/people/people/person'
import { EXIT_INCOMPLETE, EXIT_OK, EXIT_USAGE, readArguments, runCommand } from './terminal/command.ts'
import { CommandError, connect, DEFAULT_DATA_FOLDER } from './terminal/connect.ts'
import { renderTable } from './terminal/table.ts'

const USAGE = `npm run -s people -- export (--user ID | --email ADDRESS) [--data DIR] > FILE
npm run people -- erase (--user ID | --email ADDRESS) [--yes] [--data DIR]

  export  everything that is kept about a person, as JSON on standard output
  erase   removes it, in one transaction; without --yes it only shows what would go`

const KEPT =
  'An address that bounced or complained stays suppressed, so that no mail is sent to it again.\n' +
  'Delete the account at the issuer too: whoever logs in again is a new person here.'

async function getPerson(db: DbPool, user: string | undefined, email: string | undefined): Promise<Person> {
  const [person, ...others] = await listPeople(db, user === undefined ? { email: email ?? '' } : { id: user })
  if (!person) throw new CommandError(`Nobody is known by ${user ?? email}.`)
  if (others.length === 0) return person
  const ids = [person, ...others].map(({ id }) => `  ${id}`).join('\n')
  throw new CommandError(`Several people have the address ${email}. Name one with --user:\n${ids}`)
}

async function printExport(db: DbPool, person: Person): Promise<number> {
  for await (const text of exportPerson(db, person, new Date()))
    if (!process.stdout.write(text)) await once(process.stdout, 'drain')
  return EXIT_OK
}

/** Parts that have rows, with their numbers. */
function describeCounts(counts: Record<string, number>): string {
  const rows = Object.entries(counts).filter(([, count]) => count > 0)
  return renderTable(
    ['what', 'rows'],
    rows.map(([name, count]) => [name, String(count)]),
  ).join('\n')
}

async function erase(db: DbPool, person: Person, isSure: boolean): Promise<number> {
  if (!isSure) {
    console.log(`Of ${person.id} would be removed:\n`)
    console.log(describeCounts(await countBelongings(db, [...BELONGINGS, ...MENTIONS], person)))
    console.log('\nNothing has been removed. Do it with --yes.')
    return EXIT_INCOMPLETE
  }
  const removed = await erasePerson(db, person, { now: new Date(), endBelongings })
  if (!removed) throw new CommandError(`Nobody is known by ${person.id} any more.`)
  console.log(`Of ${person.id} was removed:\n\n${describeCounts(removed)}\n\n${KEPT}`)
  return EXIT_OK
}

async function main(): Promise<number> {
  const { values, positionals } = readArguments(USAGE, {
    user: { type: 'string' },
    email: { type: 'string' },
    yes: { type: 'boolean', default: false },
    data: { type: 'string', default: DEFAULT_DATA_FOLDER },
    help: { type: 'boolean', default: false },
  })
  const [command] = positionals
  const isCommand = positionals.length === 1 && (command === 'export' || command === 'erase')
  if (values.help || !isCommand || (values.user === undefined) === (values.email === undefined)) {
    console.log(USAGE)
    return values.help ? EXIT_OK : EXIT_USAGE
  }
  await connect(values.data)
  // An export of much, or an erasure with many subscribers to tell, may take longer than a statement of a request.
  const db = connectDatabase(loadConfig('database').database, { statementTimeoutMs: 0 })
  try {
    const person = await getPerson(db, values.user, values.email)
    return command === 'export' ? await printExport(db, person) : await erase(db, person, values.yes)
  } finally {
    await db.end({ timeout: 5 })
  }
}

await runCommand(main)
