import { stat } from 'node:fs/promises'
import type { DbPool } from '@pauta/platform/database/database'
import { PublicError } from '@pauta/platform/errors'
import {
  importEntities,
  IMPORT_MAX_ENTITIES,
  operatorEntitySchema,
  type OperatorEntity,
} from '@pauta/core/entities/naming'
import { CommandError } from '../terminal/connect.ts'
import { readLines } from './read-lines.ts'

/** Bad lines that are reported. Later bad lines are only counted. */
const SHOWN_MAX = 100

interface ReadEntity {
  line: number
  entity: OperatorEntity
}

/** Returns the entity of a line. Throws a CommandError that names the wrong values. */
function readLine(text: string): OperatorEntity {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new CommandError(`not valid JSON: ${String(error)}`, { cause: error })
  }
  const parsed = operatorEntitySchema.safeParse(value)
  if (parsed.success) return parsed.data
  throw new CommandError(
    parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; '),
  )
}

/**
 * Writes the entities of a file of JSON lines into the registry in batches. Calls `onBad` for the first 100 bad lines
 * and counts all of them. Throws a CommandError when the file does not exist.
 */
export async function importEntityFile(
  db: DbPool,
  file: string,
  onBad: (line: number, reason: string) => void,
): Promise<{ written: number; bad: number }> {
  const found = await stat(file).catch(() => undefined)
  if (!found?.isFile()) throw new CommandError(`${file}: there is no such file`)
  let written = 0
  let bad = 0
  const refuse = (line: number, reason: string) => {
    bad++
    if (bad <= SHOWN_MAX) onBad(line, reason)
  }
  const write = async (batch: readonly ReadEntity[]): Promise<void> => {
    if (batch.length === 0) return
    try {
      written += (
        await importEntities(
          db,
          batch.map(({ entity }) => entity),
        )
      ).length
    } catch (error) {
      if (!(error instanceof PublicError) || error.retryable) throw error
      const [only] = batch
      if (batch.length === 1 && only) refuse(only.line, error.message)
      else for (const one of batch) await write([one])
    }
  }
  let batch: ReadEntity[] = []
  let line = 0
  for await (const raw of readLines(file)) {
    line++
    const text = raw.trim()
    if (text === '') continue
    try {
      batch.push({ line, entity: readLine(text) })
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      refuse(line, error.message)
    }
    if (batch.length < IMPORT_MAX_ENTITIES) continue
    await write(batch)
    batch = []
  }
  await write(batch)
  return { written, bad }
}
