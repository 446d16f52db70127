import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { lockFolder } from '../data-folder/folder-lock.ts'
import { backUp } from './backup.ts'
import { keepObject, manifestFileOf, readManifest, readObject, readSummary } from './backup-files.ts'

/** Stands for pg_dump: notes its variables, arguments and authorities, and says on its error output what it is told to. */
const PG_DUMP = `#!/bin/sh
env | grep ^PG | sort > "$NOTES"
test -z "$PGSSLROOTCERT" || cat "$PGSSLROOTCERT" >> "$NOTES"
for argument; do echo "$argument" >> "$NOTES"; done
for argument; do case "$argument" in --file=*) echo dump > "\${argument#--file=}";; esac; done
`

const DATABASE = {
  host: 'banco',
  port: 5433,
  username: 'pauta',
  password: 'p9',
  database: 'noticias',
  tls: 'off',
} as const
const NOW = new Date('2026-11-20T10:07:59.900Z')
const FOLDER_NAME = '20261120T100759Z'

let folder: string
let objects: string
let place: string
let notes: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backup-'))
  objects = join(folder, 'objects')
  place = join(folder, 'backups')
  notes = join(folder, 'notes')
  await mkdir(objects)
  await installDump(PG_DUMP)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

async function installDump(script: string): Promise<void> {
  const program = join(folder, 'pg_dump')
  await writeFile(program, script.replaceAll('$NOTES', notes))
  await chmod(program, 0o755)
  vi.stubEnv('PATH', `${folder}:/usr/bin:/bin`)
}

const start = (
  database: Parameters<typeof backUp>[0]['database'] = DATABASE,
  {
    now = NOW,
    keep,
    storage = { name: 'objects', folder: objects },
  }: { now?: Date; keep?: number; storage?: Parameters<typeof backUp>[0]['storage'] } = {},
) => backUp({ database, storage, place, version: '1.2.3', now, keep })

async function listEntries(backup: string) {
  const entries = []
  for await (const entry of readManifest(backup)) entries.push(entry)
  return entries
}

describe('a backup', () => {
  it('has the database, the objects and a summary, and only its owner can read it', async () => {
    await writeFile(join(objects, 'b'), 'dois')
    await mkdir(join(objects, 'a'))
    await writeFile(join(objects, 'a', 'x'), 'um')
    const { backup, summary } = await start()
    expect(backup).toBe(join(place, FOLDER_NAME))
    expect(summary).toEqual({ madeAt: NOW.toISOString(), version: '1.2.3', objects: 2, hasObjects: true })
    expect(await readSummary(backup)).toEqual(summary)
    expect(await readFile(join(backup, 'database.dump'), 'utf8')).toBe('dump\n')
    const entries = await listEntries(backup)
    expect(entries.map(({ key }) => key)).toEqual(['a/x', 'b'])
    const texts = entries.map(async ({ sha256 = '' }) => String(Buffer.from(await readObject(place, sha256))))
    expect(await Promise.all(texts)).toEqual(['um', 'dois'])
    const modes = [place, backup, manifestFileOf(backup), join(place, 'objects')].map(
      async (path) => (await stat(path)).mode & 0o777,
    )
    expect(await Promise.all(modes)).toEqual([0o700, 0o700, 0o600, 0o700])
  })

  it('has every object of a full page and of the next one', async () => {
    const names = Array.from({ length: 1001 }, (_, n) => String(n).padStart(4, '0'))
    await Promise.all(names.map((name) => writeFile(join(objects, name), 'igual')))
    const { backup, summary } = await start()
    expect(summary.objects).toBe(1001)
    expect((await listEntries(backup)).map(({ key }) => key)).toEqual(names)
  })

  it.each([
    [DATABASE, ['PGSSLMODE=disable']],
    [{ ...DATABASE, tls: 'verify-full' } as const, ['PGSSLMODE=verify-full', 'PGSSLROOTCERT=system']],
    [{ ...DATABASE, tls: 'verify-full', ca: '' } as const, ['PGSSLMODE=verify-full', 'PGSSLROOTCERT=system']],
  ])('dumps %j by the variables of PostgreSQL', async (database, tls) => {
    await installDump(PG_DUMP.replace('test -z "$PGSSLROOTCERT"', 'true'))
    const { backup } = await start(database)
    expect((await readFile(notes, 'utf8')).trim().split('\n')).toEqual([
      'PGCONNECT_TIMEOUT=10',
      'PGDATABASE=noticias',
      'PGHOST=banco',
      'PGPASSWORD=p9',
      'PGPORT=5433',
      ...tls,
      'PGUSER=pauta',
      '--format=custom',
      '--no-owner',
      '--no-privileges',
      '--lock-wait-timeout=60s',
      `--file=${join(backup, 'database.dump')}`,
    ])
  })

  it('trusts the authorities of the settings, in a file that is gone afterwards', async () => {
    const own = join(folder, 'tmp')
    await mkdir(own)
    vi.stubEnv('TMPDIR', own)
    await start({ ...DATABASE, tls: 'verify-full', ca: 'AUTHORITY\n' })
    const lines = (await readFile(notes, 'utf8')).split('\n')
    expect(lines).toContain('AUTHORITY')
    expect(lines.find((line) => line.startsWith('PGSSLROOTCERT='))).toMatch(/authorities\.pem$/)
    expect(await readdir(own)).toEqual([])
  })

  it.each([
    ['fails', '#!/bin/sh\necho "no such host" >&2; exit 1', 'pg_dump failed: no such host'],
    // As on a full disk, the list of the objects cannot be written.
    [
      'leaves no place for the list',
      '#!/bin/sh\nfor one; do case $one in --file=*) mkdir "$(dirname "${one#--file=}")/manifest.jsonl";; esac; done',
      'The backup was not made, and earlier ones in',
    ],
    ['is not installed', undefined, 'pg_dump does not start: install postgresql-client'],
  ])('leaves nothing when pg_dump %s, and is made at the next try', async (_, script, message) => {
    if (script === undefined) await rm(join(folder, 'pg_dump'))
    else await installDump(script)
    vi.stubEnv('PATH', script === undefined ? folder : `${folder}:/usr/bin:/bin`)
    await expect(start()).rejects.toThrow(message)
    expect(await readdir(place)).toEqual([])
    await installDump(PG_DUMP)
    expect((await start()).summary.objects).toBe(0)
  })

  it('leaves no part of an object that cannot be kept', async () => {
    await writeFile(join(objects, 'a'), 'um')
    await mkdir(place)
    await writeFile(join(place, 'objects'), '')
    await expect(start()).rejects.toThrow(/^The backup was not made, .* are kept \((ENOTDIR|EEXIST)/)
    expect(await readdir(place)).toEqual(['objects'])
  })

  it('replaces no other of the same second, which stays whole', async () => {
    const { backup, summary } = await start()
    await expect(start()).rejects.toThrow('EEXIST')
    expect(await readSummary(backup)).toEqual(summary)
  })
})

it('a backup of a bucket lists the keys alone, which the bucket keeps', async () => {
  const asked: string[] = []
  const bucket = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`)
    const keys = ['a/x', 'b'].map((key) => `<Contents><Key>${key}</Key></Contents>`)
    response.end(`<ListBucketResult>${keys.join('')}</ListBucketResult>`)
  })
  onTestFinished(() => void bucket.close())
  await new Promise<void>((resolve) => bucket.listen(0, '127.0.0.1', resolve))
  vi.stubEnv('AWS_ENDPOINT_URL_S3', `http://127.0.0.1:${(bucket.address() as AddressInfo).port}`)
  vi.stubEnv('AWS_REGION', 'us-east-2')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'key')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret')
  const { backup, summary } = await start(DATABASE, { storage: { name: 'bucket', folder: '' } })
  expect(summary).toMatchObject({ objects: 2, hasObjects: false })
  expect(await listEntries(backup)).toEqual([{ key: 'a/x' }, { key: 'b' }])
  expect(asked).toEqual(['GET /bucket/?list-type=2&max-keys=1000&prefix='])
  expect(await readdir(place)).toEqual([FOLDER_NAME])
})

describe('a place of backups', () => {
  it('keeps as many as it is told, once the new one is made', async () => {
    await start()
    const now = new Date(NOW.getTime() + 1000)
    await installDump('#!/bin/sh\nexit 1')
    await expect(start(DATABASE, { now, keep: 1 })).rejects.toThrow('The backup was not made')
    expect(await readdir(place)).toEqual([FOLDER_NAME])
    await installDump(PG_DUMP)
    const { backup, removed } = await start(DATABASE, { now, keep: 1 })
    expect(removed).toEqual([join(place, FOLDER_NAME)])
    expect(await readdir(place)).toEqual([basename(backup)])
  })

  it('loses what a killed backup left, with the next one', async () => {
    await mkdir(join(place, '20261119T030000Z'), { recursive: true })
    const { removed } = await start()
    expect(removed).toEqual([join(place, '20261119T030000Z')])
    expect(await readdir(place)).toEqual([FOLDER_NAME])
  })

  it('takes one backup at a time', async () => {
    const lock = lockFolder(place)
    await expect(start()).rejects.toThrow(/^The backup was not made, .*already open/)
    lock.release()
    expect((await start()).removed).toEqual([])
  })
})

describe('the objects of backups', () => {
  it('are written once for equal bytes', async () => {
    const digest = await keepObject(place, Buffer.from('um'))
    const file = join(place, 'objects', digest.slice(0, 2), digest)
    const before = (await stat(file)).ino
    expect(await keepObject(place, Buffer.from('um'))).toBe(digest)
    expect((await stat(file)).ino).toBe(before)
    expect(await readdir(join(place, 'objects', digest.slice(0, 2)))).toEqual([digest])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  it('are refused when they are damaged', async () => {
    const digest = await keepObject(place, Buffer.from('um'))
    await writeFile(join(place, 'objects', digest.slice(0, 2), digest), 'dois')
    await expect(readObject(place, digest)).rejects.toThrow(`The object ${digest} of the backup is damaged`)
  })

  it.each([
    ['no summary', undefined, 'is no complete backup'],
    ['a summary with a negative number', '{"objects":-1}', '>=0'],
  ])('are not restored from a folder with %s', async (_, text, message) => {
    if (text !== undefined) await writeFile(join(folder, 'backup.json'), text)
    await expect(readSummary(folder)).rejects.toThrow(message)
  })
})

it.runIf(existsSync('/dev/full'))('leaves nothing of bytes that the disk does not take', async () => {
  const bytes = Buffer.from('x')
  const digest = createHash('sha256').update(bytes).digest('hex')
  const directory = join(place, 'objects', digest.slice(0, 2))
  await mkdir(directory, { recursive: true })
  await symlink('/dev/full', join(directory, `${digest}.new`))
  await expect(keepObject(place, bytes)).rejects.toThrow('ENOSPC')
  expect(await readdir(directory)).toEqual([])
})
