import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { removeRunningNote, writeRunningNote } from './running-note.ts'
import { assertSound, openSqlite } from './sqlite-file.ts'

let folder: string
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'data-folder-'))))
afterEach(() => rm(folder, { recursive: true }))

describe('a SQLite file', () => {
  const open = (name: string) => openSqlite({ path: join(folder, name), holds: 'as notas' })

  it('keeps its rows; without a file they are in memory', () => {
    const db = open('a')
    db.exec('create table t as select 7 as n')
    db.close()
    const again = open('a')
    expect(again.prepare('select n from t').get()?.['n']).toBe(7)
    again.close()
    const memory = openSqlite(undefined)
    memory.exec('create table t (n integer)')
    memory.close()
  })

  it.each([
    ['is no database', () => Buffer.from('not a database, but long enough for a header '.repeat(100))],
    [
      'has a damaged schema',
      (whole: Buffer) => Buffer.concat([whole.subarray(0, 100), Buffer.alloc(whole.length - 100, 7)]),
    ],
    [
      'has a damaged page',
      (whole: Buffer) => Buffer.concat([whole.subarray(0, 4096), Buffer.alloc(whole.length - 4096, 7)]),
    ],
  ])('is refused with the remedy when it %s', async (_, damage) => {
    const db = open('a')
    db.exec('pragma journal_mode = wal; create table t as select hex(zeroblob(20000)) as n')
    db.close()
    const path = join(folder, 'a')
    await writeFile(path, damage(await readFile(path)))
    expect(() => assertSound({ path, holds: 'as notas' })).toThrow(
      /^The file .* is damaged \(.+\)\. Delete it and start again: as notas are lost, everything else stays\.$/s,
    )
    // The check has closed the file: SQLite keeps the log of an open one beside it.
    expect(await readdir(folder)).toEqual(['a'])
  })

  it('is closed after a check that finds no damage', async () => {
    const db = open('a')
    db.exec('pragma journal_mode = wal; create table t as select 7 as n')
    db.close()
    assertSound({ path: join(folder, 'a'), holds: 'as notas' })
    expect(await readdir(folder)).toEqual(['a'])
  })

  it('is not made by the check when it does not exist', async () => {
    assertSound({ path: join(folder, 'a'), holds: 'as notas' })
    expect(await readdir(folder)).toEqual([])
  })

  it('is not taken for damaged when it cannot be opened', () => {
    expect(() => assertSound({ path: folder, holds: 'as notas' })).toThrow('unable to open database file')
  })
})

describe('the note of a running service', () => {
  it('is whole, for its owner alone, until its end', async () => {
    const note = { pid: 7, url: 'http://localhost', environment: { A: 'b' } }
    await writeRunningNote(folder, note)
    const path = join(folder, 'running.json')
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(note)
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['running.json'])
    await removeRunningNote(folder)
    await removeRunningNote(folder)
    expect(await readdir(folder)).toEqual([])
  })
})
