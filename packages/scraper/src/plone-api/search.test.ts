import { describe, expect, it } from 'vitest'
import { ScrapeError } from '../errors.ts'
import { parseApiBody, readSearch } from './search.ts'

const ADDRESS = 'https://www.gov.br/mec/++api++/pt-br/noticias/@search?b_start=25'
const ITEM = { '@id': 'https://www.gov.br/mec/pt-br/noticias/a', '@type': 'News Item', title: 'Um' }
const FOLDER = { ...ITEM, '@id': 'https://www.gov.br/mec/pt-br/noticias/b', '@type': 'Folder' }
const OTHER = { ...ITEM, '@id': 'https://www.gov.br/mec/pt-br/noticias/c' }

/** The kind of the error of some work, or undefined without one. */
function kindOf(work: () => unknown) {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof ScrapeError ? error.kind : error
  }
}

describe('an answer of the search', () => {
  it.each<[string, Record<string, unknown>, boolean]>([
    ['fewer items than in all', { items_total: 28 }, true],
    ['all items', { items_total: 27 }, false],
    ['a next page', { batching: { next: 'x' } }, true],
    ['no next page', { batching: { prev: 'x' } }, false],
    ['no pages', {}, false],
    ['pages that are none', { batching: 'next' }, false],
    ['a total, which says more than a next page', { items_total: 27, batching: { next: 'x' } }, false],
    ['a total that is no number', { items_total: '28' }, false],
  ])('with %s goes on: %3$j', (_, rest, isMore) => {
    const { nextUrl } = readSearch({ items: [ITEM, FOLDER], ...rest }, ADDRESS)
    expect(nextUrl?.includes('b_start=27') ?? false).toBe(isMore)
  })

  it('of one item goes on too', () => {
    const { nextUrl, structure } = readSearch({ items: [ITEM], items_total: 27 }, ADDRESS)
    expect(nextUrl).toContain('b_start=26')
    expect(structure).toBe('items')
  })

  it('of a listing goes on behind its own items', () => {
    const { nextUrl } = readSearch({ items: [ITEM], items_total: 2 }, 'https://www.gov.br/mec/pt-br/noticias')
    expect(nextUrl).toContain('b_start=1&')
  })

  it('ends without items, whatever its total says', () => {
    expect(readSearch({ items: [], items_total: 99 }, ADDRESS)).toMatchObject({
      items: [],
      found: 0,
      structure: null,
      nextUrl: null,
    })
  })

  it('has its news, each once, beside what is none', () => {
    const bare = [
      { ...ITEM, '@id': null },
      { ...ITEM, '@id': `${ITEM['@id']}2`, title: ' ' },
    ]
    const page = readSearch({ items: [ITEM, FOLDER, OTHER, ...bare, ITEM, 'x'] }, ADDRESS)
    expect(page.items.map(({ url }) => url)).toEqual([ITEM['@id'], OTHER['@id']])
    expect([page.found, page.structure, page.objects.length]).toEqual([6, 'items', 5])
  })

  it.each<[Record<string, unknown>, string]>([
    [{ type: 'NotFound' }, 'url_broken'],
    [{ type: 'Unauthorized' }, 'url_broken'],
    [{ error: { type: 'Forbidden' } }, 'url_broken'],
    [{ error: { type: 'Other' } }, 'unknown'],
    [{ type: 'Other' }, 'unknown'],
    [{}, 'html_changed'],
    [{ items: 'x' }, 'html_changed'],
    [{ error: 'x', type: 'NotFound' }, 'url_broken'],
  ])('without items is an error: %j, %s', (answer, kind) => {
    expect(kindOf(() => readSearch(answer, ADDRESS))).toBe(kind)
  })
})

describe('the body of an answer', () => {
  it.each([
    ['{"a":1}', undefined],
    ['[1]', 'not_json'],
    ['1', 'not_json'],
    ['null', 'not_json'],
    ['<html><title>Portal</title></html>', 'not_json'],
    ['<html><title>Just a moment...</title></html>', 'anti_bot'],
    ['<html><body><h1>Portal em manutenção</h1></body></html>', 'not_json'],
  ])('%s has the fault %s', (body, kind) => {
    expect(kindOf(() => parseApiBody(body))).toBe(kind)
  })
})
