import { readRows, type Db } from '@pauta/platform/database/database'
import { memoize } from '@pauta/platform/memoize'
import type { Logger } from '@pauta/platform/telemetry/logger'
import { makeTermList, type TermList } from './term-list.ts'

/** The agencies and themes that filters may name. */
export interface Vocabulary {
  /** All agencies, with and without news. */
  agencies: TermList
  /** Known themes of all levels. */
  themes: TermList
  /** Known themes of level 1. */
  level1Themes: TermList
}

/** Returns the vocabulary; undefined if it cannot be read. */
export type FindVocabulary = () => Promise<Vocabulary | undefined>

/** About 160 agencies and 665 themes exist. Agencies that only messages named come last. */
const AGENCIES_MAX = 3000
const THEMES_MAX = 2000

interface TermRow {
  kind: 'agency' | 'theme'
  code: string
  label: string
}

/** Reads the vocabulary in one statement. */
async function readVocabulary(db: Db): Promise<Vocabulary> {
  const rows = await db<TermRow[]>`
    (select 'agency' as kind, key as code, name as label from agencies
      order by source = 'news', key limit ${AGENCIES_MAX})
    union all
    (select 'theme', code, label from known_themes order by code limit ${THEMES_MAX})`
  const agencies = rows.filter(({ kind }) => kind === 'agency')
  const themes = rows.filter(({ kind }) => kind === 'theme')
  return {
    agencies: makeTermList(agencies),
    themes: makeTermList(themes),
    level1Themes: makeTermList(themes.filter(({ code }) => !code.includes('.'))),
  }
}

/**
 * Returns a function that reads the vocabulary at most once in `seconds`. Where the database does not answer, logs the
 * failure and returns undefined for as long, so that searches, which need only the index, answer without warnings.
 */
export function memoizeVocabulary(
  { db, logger }: { db: Db; logger: Pick<Logger, 'warn'> },
  seconds: number,
): FindVocabulary {
  const read = async (): Promise<Vocabulary | undefined> => {
    try {
      return await readRows(() => readVocabulary(db))
    } catch (error) {
      logger.warn({ error }, 'agencies and themes of filters are not checked, because they could not be read')
      return undefined
    }
  }
  return memoize(read, { seconds })
}
