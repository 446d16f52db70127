// Run by outside-stores.test.ts as a process of its own: a PostgreSQL with pgvector that is nobody's stack.
import { startPostgres } from '@pauta/emulators/postgres'

const { host, port, username, password, database } = await startPostgres({ port: 0 })
process.stdout.write(`${JSON.stringify({ host, port, username, password, database, tls: 'off' })}\n`)
