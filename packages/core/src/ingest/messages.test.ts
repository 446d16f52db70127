import { PermanentFailure } from '@pauta/platform/workers/permanent-failure'
import { describe, expect, it } from 'vitest'
import { listEntityIds, replaceEntityIds } from '../entities/feature-ids.ts'
import { decodeDeadLetter } from '../operations/decode-dead-letter.ts'
import { widgetFilter } from '../widgets/widget.ts'
import { checkIngestMessage, readIngestMessage, stampIngestMessage } from './messages.ts'

const now = new Date('2026-06-02T12:00:00Z')
const article = { agencyKey: 'mec', title: 'T', url: 'https://a.br/', publishedAt: '2026-06-01T12:00:00Z' }
const removal = { uniqueId: 'a_1', agencyKey: 'mec', url: 'https://a.br/', removedAt: '2026-06-01T12:00:00Z' }
const sentAt = '2026-06-01T13:00:00Z'
const objects: Record<string, string> = { whole: JSON.stringify(article), broken: '{' }
const read = (message: unknown) =>
  readIngestMessage(typeof message === 'string' ? message : JSON.stringify(message), {
    now,
    storage: { find: async (key: string) => objects[key] } as never,
  })

describe('a message of the intake', () => {
  it.each([
    [article, now],
    [{ ...article, sentAt }, new Date(sentAt)],
    [{ objectKey: 'whole' }, now],
    [{ objectKey: 'whole', sentAt }, new Date(sentAt)],
    [{ ...article, sentAt: 'yesterday' }, now],
  ])('%j has an article with its version', async (message, versionAt) => {
    expect(await read(message)).toMatchObject({ article: { title: 'T', versionAt } })
  })

  it('may be a removal', async () => {
    expect(await read(removal)).toMatchObject({ removal: { uniqueId: 'a_1' } })
  })

  it.each([
    '{',
    'null',
    '7',
    { objectKey: '' },
    { objectKey: 'broken' },
    { ...article, url: 'a' },
    { ...removal, url: 'a' },
  ])('%j is refused for good', async (message) => {
    await expect(read(message)).rejects.toBeInstanceOf(PermanentFailure)
  })

  it('is tried again while its object is missing', async () => {
    const failure = await read({ objectKey: 'later' }).catch((error: unknown) => error)
    expect(failure).toMatchObject({ message: 'There is no object later' })
    expect(failure).not.toBeInstanceOf(PermanentFailure)
  })

  it.each([article, { objectKey: 'any' }, removal])('%j may return to its queue', (message) => {
    expect(() => checkIngestMessage(JSON.stringify(message))).not.toThrow()
  })

  it.each([{}, { objectKey: 'a'.repeat(1025) }, { removedAt: 1 }])('%j may not return', (message) => {
    expect(() => checkIngestMessage(JSON.stringify(message))).toThrow(
      expect.objectContaining({ name: 'ZodError' }),
    )
  })

  it('keeps the time of its first sending', () => {
    const body = JSON.stringify(article)
    const stamped = stampIngestMessage(body, new Date(sentAt))
    expect(JSON.parse(stamped)).toEqual({ ...article, sentAt: '2026-06-01T13:00:00.000Z' })
    expect(stampIngestMessage(stamped, now)).toBe(stamped)
    expect(decodeDeadLetter('news-ingest', { body, sentAt: new Date(sentAt) })).toBe(stamped)
    expect(() => decodeDeadLetter('enrich', { body, sentAt: now })).toThrow(
      expect.objectContaining({ name: 'ZodError' }),
    )
  })
})

describe('the ids of entities in features', () => {
  const features = {
    entities: [
      { text: 'a', type: 'ORG', canonical_id: 'Q1' },
      { text: 'b', type: 'ORG', canonical_id: null },
      null,
    ],
    content_annotations: [{ canonical_id: 'Q2' }, { canonical_id: 'Q1' }, {}],
  }

  it('are listed once, of mentions and annotations', () => {
    expect(listEntityIds(features as never)).toEqual(['Q1', 'Q2'])
    expect(listEntityIds({ entities: 'none', content_annotations: null } as never)).toEqual([])
  })

  it('are replaced in both', () => {
    const into = new Map([['Q1', 'Q9']])
    expect(replaceEntityIds({ ...features, word_count: 1 } as never, into)).toEqual({
      word_count: 1,
      entities: [
        { text: 'a', type: 'ORG', canonical_id: 'Q9' },
        { text: 'b', type: 'ORG', canonical_id: null },
        null,
      ],
      content_annotations: [{ canonical_id: 'Q2' }, { canonical_id: 'Q9' }, {}],
    })
    expect(replaceEntityIds({ entities: 'none' } as never, into)).toEqual({ entities: 'none' })
  })
})

describe('the filter of a widget', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `a${at}`)

  it('has its agencies and its themes, of any level', () => {
    expect(widgetFilter({ agencies: [], themes: [] })).toBeUndefined()
    expect(widgetFilter({ agencies: ['mec'], themes: [] })).toBe('agency:=[`mec`]')
    expect(widgetFilter({ agencies: ['mec'], themes: ['01'] })).toContain('(agency:=[`mec`]) && (')
    expect(widgetFilter({ agencies: many(200), themes: many(50) })).toContain('`a199`')
  })

  it('has at most 200 agencies and 50 themes', () => {
    expect(() => widgetFilter({ agencies: many(201), themes: [] })).toThrow(
      /^config\.agencies: no máximo 200 órgãos/,
    )
    expect(() => widgetFilter({ agencies: [], themes: many(51) })).toThrow(
      /^config\.themes: no máximo 50 temas/,
    )
    expect(() => widgetFilter({ agencies: ['a'.repeat(301)], themes: [] })).toThrow(/^config\.agencies/)
  })
})
