import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Collection, WriteAction } from './collection.ts'
import type { DirtyValues } from './document-check.ts'
import { SLICE_MILLISECONDS } from './engine.ts'
import { HttpError, badRequest } from './http-error.ts'
import { isRecord } from './json-value.ts'
import type { Store } from './store.ts'

export interface ImportOptions {
  action: WriteAction
  dirty: DirtyValues
  /** Answers carry the id of their document. */
  returnsId: boolean
  /** Answers carry the document as it is stored. */
  returnsDocument: boolean
}

/**
 * Writes one document per line of `body` and gives one JSON answer per line. A bad line is answered with its
 * error and stops nothing. Work is cut into slices of time, each one transaction, with searches in between.
 */
export async function importDocuments(
  store: Store,
  collection: Collection,
  body: string,
  options: ImportOptions,
): Promise<string[]> {
  const answers: string[] = []
  let at = 0
  while (at < body.length) {
    store.transact(() => {
      const start = performance.now()
      while (at < body.length && performance.now() - start < SLICE_MILLISECONDS) {
        const newline = body.indexOf('\n', at)
        const end = newline < 0 ? body.length : newline
        const line = body.slice(at, end).trim()
        if (line !== '') answers.push(importLine(collection, line, options))
        at = end + 1
      }
    })
    await nextTurn()
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
    if (!(error instanceof HttpError)) throw error
    const shownId = options.returnsId && typeof id === 'string' ? { id } : {}
    return JSON.stringify({
      code: error.status,
      document: line,
      error: error.message,
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
