import type { Collection, WriteAction } from './collection.ts'
import type { DirtyValues } from '../schema/document-check.ts'
import { SLICE_MILLISECONDS } from './engine.ts'
import { HttpError, badRequest } from '../requests/http-error.ts'
import { isRecord } from '../requests/json-value.ts'

export interface ImportOptions {
  action: WriteAction
  dirty: DirtyValues
  /** Answers include the id of their document. */
  returnsId: boolean
  /** Answers include the stored document. */
  returnsDocument: boolean
}

/**
 * Writes one document per line of `body` and returns one JSON answer per line. A bad line is answered with its error,
 * and the import continues. Work runs in slices of time. Each slice is one transaction, with a `pause` after it so
 * that searches can run.
 */
export async function importDocuments(
  collection: Collection,
  body: string,
  options: ImportOptions,
  pause: (slices: number) => Promise<void>,
): Promise<string[]> {
  const answers: string[] = []
  let at = 0
  let slices = 0
  while (at < body.length) {
    collection.transact(() => {
      const start = performance.now()
      while (at < body.length && performance.now() - start < SLICE_MILLISECONDS) {
        const newline = body.indexOf('\n', at)
        const end = newline < 0 ? body.length : newline
        const line = body.slice(at, end).trim()
        if (line !== '') answers.push(importLine(collection, line, options))
        at = end + 1
      }
    })
    await pause(++slices)
  }
  return answers
}

function importLine(collection: Collection, line: string, options: ImportOptions): string {
  let id: unknown
  try {
    const document = parseLine(line)
    id = document.id
    const written = collection.write(options.action, document, options.dirty)
    return JSON.stringify({
      ...(options.returnsDocument ? { document: written } : {}),
      ...(options.returnsId ? { id: written.id } : {}),
      success: true,
    })
  } catch (error) {
    const shownId = options.returnsId && typeof id === 'string' ? { id } : {}
    return JSON.stringify({
      code: error instanceof HttpError ? error.status : 500,
      document: line,
      error: error instanceof Error ? error.message : String(error),
      ...shownId,
      success: false,
    })
  }
}

function parseLine(line: string): Record<string, unknown> {
  let document: unknown
  try {
    document = JSON.parse(line)
  } catch (error) {
    throw badRequest(`Bad JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
  if (!isRecord(document)) throw badRequest('Bad JSON: not a properly formed document.')
  return document
}
