import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCase } from './case-fields.ts'
import { differences, type Expected } from './small-pages.ts'

const PAGES = join(import.meta.dirname, '../test-pages')
const FILES_MAX = 150

type Case = Record<string, unknown> & { site: string; expected: Expected }

const files = globSync(`${PAGES}/*/*.json`).sort()
const parse = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Case

/** Reads a case of test-pages: its `listing` and `article` name files beside it. */
function loadCase(file: string): Case {
  const stored = parse(file)
  const bytes = (name: unknown) => readFileSync(join(dirname(file), String(name)))
  return {
    ...stored,
    ...(stored['listing'] === undefined ? {} : { listing: bytes(stored['listing']).toString('utf8') }),
    ...(stored['article'] === undefined
      ? {}
      : {
          article: undefined,
          articleBase64: bytes(stored['article']).toString('base64'),
          contentType: stored['contentType'] ?? 'text/html; charset=utf-8',
        }),
  }
}

describe('pages', () => {
  it('are few', () => {
    expect(globSync(`${PAGES}/*/*`).length).toBeLessThanOrEqual(FILES_MAX)
  })

  it.each(files.map((file) => relative(PAGES, file)))('%s', (name) => {
    const { expected, ...input } = loadCase(join(PAGES, name))
    expect(differences(readCase(input), expected)).toEqual([])
  })
})
