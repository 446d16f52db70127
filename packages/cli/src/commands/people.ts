import { once } from 'node:events'
import { Command } from '@commander-js/extra-typings'
import { endBelongings } from '@pauta/clippings/erasure/end-belongings'
import { listPeople, type Person } from '@pauta/people/people/person'
import { BELONGINGS, countBelongings, MENTIONS } from '@pauta/people/privacy/belongings'
import { erasePerson } from '@pauta/people/privacy/erase'
import { exportPerson } from '@pauta/people/privacy/export'
import type { DbPool } from '@pauta/platform/database/database'
import { EXIT_INCOMPLETE, EXIT_OK } from '../terminal/exit-codes.ts'
import { CommandError } from '../terminal/connect.ts'
import { makeCommand, type OutputOptions } from '../terminal/options.ts'
import { printResult } from '../terminal/output.ts'
import { renderTable } from '../terminal/table.ts'
import { withDatabase } from '../terminal/with-database.ts'

const KEPT =
  'An address that bounced or complained stays suppressed, so that no mail is sent to it again.\n' +
  'Delete the account at the issuer too: a person who logs in again gets a new account here.'

interface PersonOptions extends OutputOptions {
  user?: string | undefined
  email?: string | undefined
}

/** Throws a CommandError when no person, or more than one, has the address. */
async function getPerson(db: DbPool, { user, email }: PersonOptions): Promise<Person> {
  const [person, ...others] = await listPeople(db, user === undefined ? { email: email ?? '' } : { id: user })
  if (!person) throw new CommandError(`No person has ${user ?? email}.`)
  if (others.length === 0) return person
  const ids = [person, ...others].map(({ id }) => `  ${id}`).join('\n')
  throw new CommandError(`Several people have the address ${email}. Name one with --user:\n${ids}`)
}

const withPerson = (
  options: PersonOptions,
  work: (db: DbPool, person: Person) => Promise<number>,
): Promise<number> =>
  withDatabase(
    options.data,
    async (db) => await work(db, await getPerson(db, options)),
    // An export, or an erasure that notifies many subscribers, may take longer than a statement of a request.
    { statementTimeoutMs: 0 },
  )

async function printExport(db: DbPool, person: Person): Promise<number> {
  for await (const text of exportPerson(db, person, new Date()))
    if (!process.stdout.write(text)) await once(process.stdout, 'drain')
  return EXIT_OK
}

/** A table of the parts that have rows, with the number of rows. */
function describeCounts(counts: Record<string, number>): string {
  const rows = Object.entries(counts).filter(([, count]) => count > 0)
  return renderTable(
    ['what', 'rows'],
    rows.map(([name, count]) => [name, String(count)]),
  ).join('\n')
}

async function showErasure(db: DbPool, person: Person, isJson: boolean): Promise<number> {
  const rows = await countBelongings(db, [...BELONGINGS, ...MENTIONS], person)
  printResult(isJson, { person: person.id, removed: false, rows }, [
    `Of ${person.id} would be removed:\n`,
    describeCounts(rows),
    '\nNothing has been removed. Do it with --yes.',
  ])
  return EXIT_INCOMPLETE
}

async function eraseForGood(db: DbPool, person: Person, isJson: boolean): Promise<number> {
  const rows = await erasePerson(db, person, { now: new Date(), endBelongings })
  if (!rows) throw new CommandError(`The person ${person.id} no longer exists.`)
  printResult(isJson, { person: person.id, removed: true, rows }, [
    `Of ${person.id} was removed:\n\n${describeCounts(rows)}\n\n${KEPT}`,
  ])
  return EXIT_OK
}

const makePersonCommand = (name: string) =>
  makeCommand(name)
    .option('--user <ID>', 'ID of the person')
    .option('--email <ADDRESS>', 'address of the person')

const isOnePerson = ({ user, email }: PersonOptions) => (user === undefined) !== (email === undefined)
const EITHER = 'error: give either --user or --email'

const exportCommand = makePersonCommand('export')
  .summary('prints everything that is stored about a person')
  .description('Prints everything that is stored about a person as one JSON object, with or without --json.')
  .usage('(--user ID | --email ADDRESS) > FILE')
  .action(async (options, self) => {
    if (!isOnePerson(options)) self.error(EITHER)
    process.exitCode = await withPerson(options, printExport)
  })

const erase = makePersonCommand('erase')
  .summary('removes everything that is stored about a person')
  .description(
    'Removes everything that is stored about a person, in one transaction. Without --yes the command only counts ' +
      'what it would remove, and exits with 1.',
  )
  .usage('(--user ID | --email ADDRESS) [--yes]')
  .option('--yes', 'removes the data', false)
  .action(async (options, self) => {
    if (!isOnePerson(options)) self.error(EITHER)
    const work = options.yes ? eraseForGood : showErasure
    process.exitCode = await withPerson(options, (db, person) => work(db, person, options.json))
  })

export const command = new Command('people')
  .description('Exports or erases the data of a person.')
  .addCommand(exportCommand)
  .addCommand(erase)
