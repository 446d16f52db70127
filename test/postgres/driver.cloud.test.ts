import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import { startDebianPostgres } from '../kit/postgres/debian-postgres.ts'

/**
 * Faults of the client by case. When a case fails for `bare` after an update of the client, upstream has mended the
 * fault: remove the workaround that docs/adr/0022 names, and the case.
 */
const FAULTS: Record<string, { bare: unknown; mended: unknown }> = {
  'a statement sent when another one failed with a reset': { bare: 'never settles', mended: [3] },
  'the end of a pool after a reset': { bare: 'never settles', mended: 'ended' },
  'a server that closes new connections': {
    bare: { end: 'never settles', attempts: 'more than 50' },
    mended: { end: 'CONNECTION_CLOSED', attempts: 1 },
  },
  'a server that vanished': { bare: 'never settles', mended: 'ETIMEDOUT' },
  'a transaction whose server process ended during a statement': {
    bare: 'CONNECTION_CLOSED',
    mended: 'CONNECTION_CLOSED',
  },
  'the rest of a transaction whose server process ended': {
    bare: { end: 'CONNECTION_CLOSED', next: [4], stored: [2] },
    mended: { end: 'CONNECTION_CLOSED', next: [4], stored: [] },
  },
  'the first statement after a server process ended': {
    bare: { failed: 'CONNECTION_CLOSED', next: '57P01' },
    mended: { failed: 'CONNECTION_CLOSED', next: [5] },
  },
  arrays: {
    bare: { sent: '22P02', received: { list: '{"a,b",NULL}' } },
    mended: { sent: { list: ['a', 'b'] }, received: { list: ['a,b', null] } },
  },
  'a connection whose first statement fails': { bare: '57014', mended: '57014' },
  'a reservation on a new pool': { bare: 'never settles', mended: [6] },
  'errors that end the process': {
    // The rollback of a lost transaction, and the client's own query for array types.
    bare: [
      "Cannot read properties of null (reading 'write')",
      'canceling statement due to statement timeout',
    ],
    mended: [],
  },
}

const SCRIPT = join(import.meta.dirname, '../kit/postgres/driver-faults.ts')
const run = promisify(execFile)
let outcomes: Record<'bare' | 'mended', Record<string, unknown>>

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'pauta-driver-'))
  try {
    await using server = await startDebianPostgres(folder)
    const [row] = await server.db<{ port: number }[]>`select inet_server_port() as port`
    const [bare, mended] = await Promise.all(
      ['bare', 'mended'].map(async (kind) => {
        const { stdout } = await run(process.execPath, [SCRIPT, kind, String(row?.port)])
        return JSON.parse(stdout) as Record<string, unknown>
      }),
    )
    outcomes = { bare: bare ?? {}, mended: mended ?? {} }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

describe('on a real PostgreSQL', () => {
  it('covers every case', () => {
    expect(Object.keys(outcomes.bare)).toEqual(Object.keys(FAULTS))
  })

  it.each(Object.keys(FAULTS))(
    'the client has the fault, and the pool of the project does not: %s',
    (name) => {
      expect({ bare: outcomes.bare[name], mended: outcomes.mended[name] }).toEqual(FAULTS[name])
    },
  )
})
