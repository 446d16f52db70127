// postgres-durability.laptop.test.ts runs this file as a process, which writes rows and prints each id once it is
// acknowledged.
import { startPostgres } from '@pauta/emulators/postgres/postgres'
import postgres from 'postgres'

const [dataDir] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('usage: postgres-writer.ts FOLDER')
const server = await startPostgres({ port: 0, dataDir })
const sql = postgres({ ...server, max: 4, onnotice: () => {} })
await sql`create table if not exists written (id int primary key, padding text not null)`
process.stdout.write('up\n')

async function write(first: number): Promise<void> {
  for (let id = first; ; id += 4) {
    await sql`insert into written values (${id}, ${'x'.repeat(500)})`
    process.stdout.write(`${id}\n`)
  }
}
const [{ next } = { next: 0 }] = await sql<
  { next: number }[]
>`select coalesce(max(id) + 1, 0) as next from written`
await Promise.all([0, 1, 2, 3].map((offset) => write(next + offset)))
