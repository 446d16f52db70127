import type { DbPool } from '@pauta/platform/database/database'
import { BELONGINGS, MENTIONS, SUPPRESSION } from './belongings.ts'
import type { Person } from '../people/person.ts'

const ROWS_AT_ONCE = 100

/**
 * Yields all data of a person as one JSON object, with a list of rows for each table, in pieces of text. Keeps at most
 * a hundred rows in memory.
 */
export async function* exportPerson(db: DbPool, person: Person, now: Date): AsyncGenerator<string> {
  yield `{\n"person": ${JSON.stringify(person.id)},\n"exportedAt": ${JSON.stringify(now.toISOString())}`
  for (const { name, from, columns } of [...BELONGINGS, ...MENTIONS, SUPPRESSION]) {
    yield `,\n${JSON.stringify(name)}: [`
    const chosen = columns ? db`select ${db(columns.map((column) => `t.${column}`))}` : db`select t.*`
    // As text, so that numbers and instants stay as PostgreSQL writes them.
    const rows = db<{ row: string }[]>`
      select to_jsonb(part)::text as row from (${chosen} ${from(db, person)}) part`
    let separator = '\n'
    for await (const page of rows.cursor(ROWS_AT_ONCE)) {
      for (const { row } of page) {
        yield separator + row
        separator = ',\n'
      }
    }
    yield ']'
  }
  yield '\n}\n'
}
