import { globSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readCase } from './case-fields.ts'
import { SITE_KINDS } from './kinds/site-kind.ts'
import { differences, type Expected } from '../test-pages/small-pages.ts'

const PAGES = join(import.meta.dirname, '../test-pages')
const FILES_MAX = 150
/** Pages of sites are this large: menus, bars, lists of other news and footers around a text. */
const REAL_MIN_BYTES = 30 * 1024
const REAL_MAX_BYTES = 120 * 1024
const REAL_PER_KIND = 5
/** Words of menus, notices and footers, which are in no article. */
const MENUS = [
  'Órgãos do Governo',
  'Aceitar cookies',
  'Creative Commons',
  'Programas de A a Z',
  'Fale Conosco',
]

type Case = Record<string, unknown> & { site: string; expected: Expected }

const parse = (name: string) => JSON.parse(readFileSync(join(PAGES, name), 'utf8')) as Case
const cases = globSync(`${PAGES}/*/*.json`)
  .map((file) => relative(PAGES, file))
  .sort()

/** The files that a case names stand beside it. The answer of an API is a part of the case. */
function loadCase(name: string): Case {
  const { listing, article, json, ...stored } = parse(name)
  const bytes = (file: unknown) => readFileSync(join(PAGES, dirname(name), String(file)))
  const isPost = stored.site === 'wordpress' && json !== undefined
  return {
    ...stored,
    ...(isPost ? { article: JSON.stringify(json) } : { json }),
    ...(listing === undefined ? {} : { listing: bytes(listing).toString('utf8') }),
    ...(article === undefined
      ? {}
      : {
          articleBase64: bytes(article).toString('base64'),
          contentType: stored['contentType'] ?? 'text/html; charset=utf-8',
        }),
  }
}

/** Article pages as large as those of the sites. */
const real = cases.filter((name) => {
  const { json, article } = parse(name)
  const file: unknown = json === undefined ? article : basename(name)
  if (!basename(name).startsWith('real-') || typeof file !== 'string') return false
  const { size } = statSync(join(PAGES, dirname(name), file))
  return size >= REAL_MIN_BYTES && size <= REAL_MAX_BYTES
})

/** Gives each name of a class or an element another one, as a new design does. */
function rename(html: string): string {
  const names = new Map<string, string>()
  const another = (name: string) => {
    if (!names.has(name)) names.set(name, `n${names.size}`)
    return names.get(name)
  }
  return html.replace(
    / (class|id)="([^"]*)"/g,
    (_, attribute: string, value: string) => ` ${attribute}="${value.split(/\s+/).map(another).join(' ')}"`,
  )
}

describe('pages', () => {
  it('are few', () => {
    expect(globSync(`${PAGES}/*/*`).length).toBeLessThanOrEqual(FILES_MAX)
  })

  it.each(SITE_KINDS)('of %s: five or more are as large as those of the sites', (kind) => {
    expect(real.filter((name) => parse(name).site === kind).length).toBeGreaterThanOrEqual(REAL_PER_KIND)
  })

  it.each(cases)('%s', (name) => {
    const { expected, ...input } = loadCase(name)
    expect(differences(readCase(input), expected)).toEqual([])
  })

  it.each(real.filter((name) => parse(name)['json'] === undefined))('with all names changed: %s', (name) => {
    const { site, url, article, expected } = parse(name)
    const html = rename(readFileSync(join(PAGES, dirname(name), String(article)), 'utf8'))
    const { title, publishedAt, markdownOrder = [] } = expected
    const wanted = { title, publishedAt, markdownIncludes: markdownOrder.slice(-1), markdownExcludes: MENUS }
    expect(differences(readCase({ site, url, article: html }), wanted as Expected)).toEqual([])
  })
})
