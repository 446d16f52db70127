import { describe, expect, it } from 'vitest'
import { decodeEvent, makeEvent, parseEvent, rawEventKey } from './envelope.ts'

const event = makeEvent('news.scraped', {
  uniqueId: 'uma-noticia_1a2b3c',
  contentHash: 'f00',
  // 23:30 on 31 May in Brasília.
  time: new Date('2026-06-01T02:30:00Z'),
  data: {
    unique_id: 'uma-noticia_1a2b3c',
    agency_key: 'mec',
    published_at: '2026-06-01T02:00:00+00:00',
    scraped_at: '2026-06-01T02:30:00+00:00',
  },
})
const withBase64 = (data: string) => {
  const { data: _, ...attributes } = event
  return JSON.stringify({ ...attributes, data_base64: Buffer.from(data).toString('base64') })
}

describe('an event', () => {
  it('has an id that depends only on topic, article and text', () => {
    const again = { uniqueId: event.subject, contentHash: 'f00', time: new Date(), data: event.data }
    expect(makeEvent('news.scraped', again).id).toBe(event.id)
    expect(makeEvent('news.scraped', { ...again, contentHash: null }).id).not.toBe(event.id)
  })

  it('has the attributes of CloudEvents', () => {
    expect(event).toEqual({
      specversion: '1.0',
      id: expect.stringMatching(/^[0-9a-f]{32}$/) as string,
      source: 'pauta',
      type: 'news.scraped',
      subject: 'uma-noticia_1a2b3c',
      time: expect.stringMatching(/^2026-06-01T02:30:00/) as string,
      datacontenttype: 'application/json',
      data: event.data,
    })
  })

  const DATA = {
    'news.scraped': event.data,
    'news.enriched': { unique_id: 'a', enriched_at: 't', most_specific_theme_code: null, has_summary: true },
    'news.embedded': { unique_id: 'a', embedded_at: 't', embedding_dim: 768 },
  }
  it.each(
    Object.entries(DATA).flatMap(([type, data]) =>
      Object.keys(data).map((field) => [type, field, data as object] as const),
    ),
  )('of %s is refused without %s', (type, field, data) => {
    expect(decodeEvent(JSON.stringify({ ...event, type, data })).data).toEqual(data)
    const less = { ...data, [field]: undefined }
    expect(() => decodeEvent(JSON.stringify({ ...event, type, data: less }))).toThrow(field)
  })

  it.each(['type', 'id', 'time'])('is refused without %s', (attribute) => {
    expect(() => decodeEvent(JSON.stringify({ ...event, [attribute]: undefined }))).toThrow(attribute)
  })

  it('is stored under its local day', () => {
    expect(rawEventKey(event)).toBe(`bronze/news.scraped/2026/05/31/${event.id}.json`)
  })

  it('is read with plain data and with base64 data', () => {
    expect(decodeEvent(JSON.stringify(event))).toEqual(event)
    expect(decodeEvent(withBase64(JSON.stringify(event.data)))).toEqual(event)
  })

  it('takes a missing subject from its data', () => {
    const { subject: _, ...nameless } = event
    expect(decodeEvent(JSON.stringify(nameless)).subject).toBe(event.subject)
    expect(() => parseEvent(JSON.stringify(nameless))).toThrow(/subject/)
  })

  it.each(Object.keys(DATA))('of %s is known by its topic and its article', (type) => {
    expect(parseEvent(JSON.stringify({ ...event, type }))).toMatchObject({ type, subject: event.subject })
  })

  it('gets the attributes of this service, whoever has sent it', () => {
    const { source: _, ...foreign } = { ...event, specversion: '0.3', datacontenttype: 'text/plain' }
    expect(decodeEvent(JSON.stringify(foreign))).toEqual(event)
  })

  it.each([
    ['no JSON', 'not json', /JSON/],
    ['an empty subject', JSON.stringify({ ...event, subject: '' }), /subject/],
    ['another type', JSON.stringify({ ...event, type: 'news.deleted' }), /type/],
    ['no data', JSON.stringify({ ...event, data: undefined }), /data/],
    ['data of another topic', JSON.stringify({ ...event, data: { embedding_dim: 768 } }), /unique_id/],
    ['base64 that is none', JSON.stringify({ ...event, data: undefined, data_base64: '%%%' }), /base64/],
    ['base64 of something else', withBase64('\u0000\u0001'), /JSON/],
  ])('is refused with %s', (_, text, reason) => {
    expect(() => decodeEvent(text)).toThrow(reason)
  })
})
