import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCase } from './case-fields.ts'

const PAGES = join(import.meta.dirname, '../test-pages')

type Case = Record<string, unknown> & { expected: Record<string, unknown> }

/** Reads a case of test-pages: its `listing` and `article` name files beside it. */
function loadCase(file: string): Case {
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Case
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

const asInstant = (value: unknown) => (typeof value === 'string' ? new Date(value).toISOString() : value)

describe('pages', () => {
  const files = globSync(`${PAGES}/*/*.json`).sort()

  it('are more than 150', () => {
    expect(files.length).toBeGreaterThan(150)
  })

  it.each(files.map((file) => relative(PAGES, file)))('%s', (name) => {
    const { expected, ...input } = loadCase(join(PAGES, name))
    const answer = readCase(input)
    const { markdownIncludes, markdownExcludes, markdownOrder, publishedAt, updatedAt, ...fields } = expected
    expect(answer).toMatchObject(fields)
    const times = Object.entries({ publishedAt, updatedAt }).filter(([, time]) => time !== undefined)
    expect(times.map(([field]) => asInstant(answer[field]))).toEqual(times.map(([, time]) => asInstant(time)))
    const markdown = String(answer['markdown'])
    for (const text of (markdownIncludes ?? []) as string[]) expect(markdown).toContain(text)
    for (const text of (markdownExcludes ?? []) as string[]) expect(markdown).not.toContain(text)
    const places = ((markdownOrder ?? []) as string[]).map((text) => markdown.indexOf(text))
    expect(places).not.toContain(-1)
    expect(places).toEqual([...places].sort((a, b) => a - b))
  })
})
