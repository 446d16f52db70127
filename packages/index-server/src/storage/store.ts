import { DatabaseSync } from 'node:sqlite'
import type { StatementSync } from 'node:sqlite'

const TABLES = `
  create table if not exists collections (
    number integer primary key, name text not null unique, schema text not null, created_at integer not null);
  create table if not exists aliases (
    position integer primary key autoincrement, name text not null unique, collection text not null);
  create table if not exists synonyms (
    position integer primary key autoincrement, collection integer not null, id text not null, body text not null,
    unique (collection, id));
  create table if not exists keys (id integer primary key autoincrement, body text not null);`

/** SQLITE_CORRUPT and SQLITE_NOTADB. The low byte of an extended code is its primary code. */
const DAMAGED_FILE: ReadonlySet<number> = new Set([11, 26])
const PRIMARY_CODE = 255

export interface StoredCollection {
  number: number
  name: string
  /** JSON. */
  schema: string
  /** Seconds since 1970. */
  created_at: number
}

export interface StoredDocument {
  seq: number
  id: string
  /** JSON without the vectors. */
  body: string
  vectors: Map<string, Float32Array>
}

interface Statements {
  put: StatementSync
  get: StatementSync
  find: StatementSync
  remove: StatementSync
  putVector: StatementSync
  getVectors: StatementSync
  removeVectors: StatementSync
}

/** Persistent state: one SQLite file with two tables per collection. Without a path it is in memory. */
export class Store {
  readonly #database: DatabaseSync
  readonly #statements = new Map<number, Statements>()
  readonly #savepoint: StatementSync
  readonly #release: StatementSync

  readonly #path: string | undefined

  /** Opens or creates the file. Throws an error with a remedy when it is damaged. */
  constructor(path: string | undefined) {
    this.#path = path
    this.#database = new DatabaseSync(path ?? ':memory:')
    try {
      this.#prepareFile()
    } catch (error) {
      this.#database.close()
      throw this.explain(error)
    }
    this.#savepoint = this.#database.prepare('savepoint attempt')
    this.#release = this.#database.prepare('release attempt')
  }

  #prepareFile(): void {
    // In WAL mode a commit survives a crash of the process without waiting for the disk.
    this.#database.exec(
      'pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -16000; pragma wal_autocheckpoint = 16000;',
    )
    this.#database.exec(TABLES)
  }

  /** Returns an error with the file and the remedy for a damaged file. Returns other errors unchanged. */
  explain(error: unknown): unknown {
    const code = (error as { errcode?: number } | undefined)?.errcode
    if (this.#path === undefined || code === undefined || !DAMAGED_FILE.has(code & PRIMARY_CODE)) return error
    const reason = error instanceof Error ? error.message : String(error)
    return new Error(
      `the index file ${this.#path} is damaged (${reason}). Delete the file and start again: ` +
        'the index is rebuilt from the database.',
      { cause: error },
    )
  }

  close(): void {
    this.#database.close()
  }

  /** Runs `work` in one transaction. Rolls back when it throws. */
  transact<T>(work: () => T): T {
    this.#database.exec('begin')
    try {
      const result = work()
      this.#database.exec('commit')
      return result
    } catch (error) {
      // After some failures, such as a full disk, SQLite has already rolled back.
      if (this.#database.isTransaction) this.#database.exec('rollback')
      throw error
    }
  }

  /** Runs `work` in a savepoint. When it throws, only its own writes are undone. */
  attempt<T>(work: () => T): T {
    this.#savepoint.run()
    try {
      const result = work()
      this.#release.run()
      return result
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('rollback to attempt; release attempt')
      throw error
    }
  }

  listCollections(): StoredCollection[] {
    return this.#rows<StoredCollection>(
      'select number, name, schema, created_at from collections order by number',
    )
  }

  createCollection(name: string, schema: string, createdAt: number): number {
    const inserted = this.#database
      .prepare('insert into collections (name, schema, created_at) values (?, ?, ?)')
      .run(name, schema, createdAt)
    const number = Number(inserted.lastInsertRowid)
    this.#database.exec(`
      create table documents_${number} (seq integer primary key, id text not null unique, body text not null);
      create table vectors_${number} (
        seq integer not null, field text not null, data blob not null, primary key (seq, field)) without rowid;`)
    return number
  }

  updateSchema(number: number, schema: string): void {
    this.#database.prepare('update collections set schema = ? where number = ?').run(schema, number)
  }

  dropCollection(number: number): void {
    this.#statements.delete(number)
    this.#database.exec(`drop table documents_${number}; drop table vectors_${number};`)
    this.#database.prepare('delete from synonyms where collection = ?').run(number)
    this.#database.prepare('delete from collections where number = ?').run(number)
  }

  putDocument(collection: number, document: StoredDocument): void {
    const statements = this.#of(collection)
    statements.put.run(document.seq, document.id, document.body)
    statements.removeVectors.run(document.seq)
    for (const [field, vector] of document.vectors) {
      const bytes = new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)
      statements.putVector.run(document.seq, field, bytes)
    }
  }

  removeDocument(collection: number, seq: number): void {
    const statements = this.#of(collection)
    statements.remove.run(seq)
    statements.removeVectors.run(seq)
  }

  getBody(collection: number, seq: number): string {
    const row = this.#of(collection).get.get(seq) as { body: string } | undefined
    if (row === undefined) throw new Error(`document ${seq} is missing from the data folder`)
    return row.body
  }

  findDocument(collection: number, id: string): StoredDocument | undefined {
    const row = this.#of(collection).find.get(id) as { seq: number; id: string; body: string } | undefined
    return row === undefined ? undefined : { ...row, vectors: this.listVectors(collection, row.seq) }
  }

  listVectors(collection: number, seq: number): Map<string, Float32Array> {
    const rows = this.#of(collection).getVectors.all(seq) as unknown as { field: string; data: Uint8Array }[]
    return new Map(rows.map((row) => [row.field, toVector(row.data)]))
  }

  /** Returns `limit` documents in order of insertion, from `fromSeq` on, with their vectors. */
  listDocuments(collection: number, fromSeq: number, limit: number): StoredDocument[] {
    const documents = this.#database
      .prepare(`select seq, id, body from documents_${collection} where seq >= ? order by seq limit ?`)
      .all(fromSeq, limit) as unknown as { seq: number; id: string; body: string }[]
    return documents.map((row) => ({ ...row, vectors: this.listVectors(collection, row.seq) }))
  }

  listAliases(): { name: string; collection: string }[] {
    return this.#rows('select name, collection from aliases order by position')
  }

  putAlias(name: string, collection: string): void {
    this.#database
      .prepare(
        'insert into aliases (name, collection) values (?, ?) on conflict (name) do update set collection = excluded.collection',
      )
      .run(name, collection)
  }

  removeAlias(name: string): void {
    this.#database.prepare('delete from aliases where name = ?').run(name)
  }

  /** Returns the synonyms of a collection in the order in which they were stored. */
  listSynonyms(collection: number): { id: string; body: string }[] {
    return this.#database
      .prepare('select id, body from synonyms where collection = ? order by position')
      .all(collection) as unknown as { id: string; body: string }[]
  }

  putSynonym(collection: number, id: string, body: string): void {
    this.#database
      .prepare('insert or replace into synonyms (collection, id, body) values (?, ?, ?)')
      .run(collection, id, body)
  }

  removeSynonym(collection: number, id: string): void {
    this.#database.prepare('delete from synonyms where collection = ? and id = ?').run(collection, id)
  }

  listKeys(): { id: number; body: string }[] {
    return this.#rows('select id, body from keys order by id')
  }

  addKey(body: string): number {
    return Number(this.#database.prepare('insert into keys (body) values (?)').run(body).lastInsertRowid)
  }

  removeKey(id: number): void {
    this.#database.prepare('delete from keys where id = ?').run(id)
  }

  #rows<T>(sql: string): T[] {
    return this.#database.prepare(sql).all() as unknown as T[]
  }

  #of(collection: number): Statements {
    const known = this.#statements.get(collection)
    if (known !== undefined) return known
    const prepare = (sql: string): StatementSync => this.#database.prepare(sql)
    const statements = {
      put: prepare(`insert or replace into documents_${collection} (seq, id, body) values (?, ?, ?)`),
      get: prepare(`select body from documents_${collection} where seq = ?`),
      find: prepare(`select seq, id, body from documents_${collection} where id = ?`),
      remove: prepare(`delete from documents_${collection} where seq = ?`),
      putVector: prepare(`insert into vectors_${collection} (seq, field, data) values (?, ?, ?)`),
      getVectors: prepare(`select field, data from vectors_${collection} where seq = ?`),
      removeVectors: prepare(`delete from vectors_${collection} where seq = ?`),
    }
    this.#statements.set(collection, statements)
    return statements
  }
}

/** Returns a copy whose bytes are aligned for a Float32Array. */
function toVector(data: Uint8Array): Float32Array {
  const copy = new Uint8Array(data)
  return new Float32Array(copy.buffer)
}
