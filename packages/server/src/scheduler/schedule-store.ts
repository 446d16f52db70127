import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { openSqlite } from '../data-folder/sqlite-file.ts'
import type { Schedule } from './schedule.ts'

/** A schedule with the state that the scheduler stores. */
export interface StoredSchedule {
  schedule: Schedule
  /** True for a one-time schedule that ran, or a recurring one after its end. */
  completed: boolean
}

/** Stores schedules by group and name: in a file when a folder is given, else in memory. */
export class ScheduleStore {
  readonly #db: DatabaseSync

  constructor(dataDir: string | undefined) {
    if (dataDir !== undefined) mkdirSync(dataDir, { recursive: true })
    this.#db = openSqlite(
      dataDir === undefined
        ? undefined
        : {
            path: join(dataDir, 'schedules.sqlite'),
            holds: 'the schedules, which the sweep job stands in for,',
          },
    )
    // Each start writes the schedules of all jobs, so no commit waits for the disk. A killed process loses nothing. A
    // power failure may lose the last schedules: the next start writes those of the jobs, and the sweep job stands in for
    // the others.
    this.#db.exec(`
      pragma journal_mode = wal;
      pragma synchronous = normal;
      create table if not exists schedules (
        key text primary key, schedule text not null, completed integer not null)`)
  }

  list(): StoredSchedule[] {
    const rows = this.#db.prepare('select schedule, completed from schedules order by key').all()
    return rows.map((row) => ({
      schedule: JSON.parse(String(row['schedule'])) as Schedule,
      completed: row['completed'] === 1,
    }))
  }

  put({ schedule, completed }: StoredSchedule): void {
    this.#db
      .prepare('insert or replace into schedules (key, schedule, completed) values (?, ?, ?)')
      .run(keyOf(schedule), JSON.stringify(schedule), completed ? 1 : 0)
  }

  delete(schedule: Pick<Schedule, 'GroupName' | 'Name'>): void {
    this.#db.prepare('delete from schedules where key = ?').run(keyOf(schedule))
  }

  close(): void {
    this.#db.close()
  }
}

export function keyOf({ GroupName, Name }: Pick<Schedule, 'GroupName' | 'Name'>): string {
  return `${GroupName}/${Name}`
}
