import { expect, it } from 'vitest'
import { decodeDeadLetter } from './decode-dead-letter.ts'

const sentAt = new Date('2026-06-01T12:00:00Z')
const decode = (queue: string, value: object) =>
  JSON.parse(decodeDeadLetter(queue, { body: JSON.stringify(value), sentAt })) as unknown

it('an article that returns to its queue has the time of its first sending', () => {
  const article = {
    agencyKey: 'saude',
    title: 'Campanha',
    url: 'https://www.gov.br/saude/campanha',
    publishedAt: '2026-06-01T12:00:00Z',
  }
  expect(decode('news-ingest', article)).toEqual({ ...article, sentAt: sentAt.toISOString() })
  expect(decode('news-ingest', { objectKey: 'a' })).toEqual({ objectKey: 'a', sentAt: sentAt.toISOString() })
})

it.each([
  ['news-ingest', { title: 'Campanha' }],
  ['news-ingest', { objectKey: '' }],
  ['index', { type: 'news.other', subject: 'a', data: {} }],
])('a letter of %s that no worker could read does not return: %j', (queue, value) => {
  expect(() => decode(queue, value)).toThrow(/invalid/i)
})
