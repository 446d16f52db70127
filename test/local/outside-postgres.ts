// outside-stores.crash.test.ts runs this file as a process: a PostgreSQL with pgvector that belongs to no stack.
import { startPostgres } from '@pauta/emulators/postgres/postgres'

const { host, port, username, password, database } = await startPostgres({ port: 0 })
process.stdout.write(`${JSON.stringify({ host, port, username, password, database, tls: 'off' })}\n`)
