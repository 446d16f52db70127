import { describe, expect, it } from 'vitest'
import type { IncomingArticle } from './article.ts'
import { candidateIds, identify, type Holder } from './identify.ts'

const derived = {
  uniqueId: null,
  agencyKey: 'mec',
  publishedAt: new Date('2026-06-01T12:00:00Z'),
  title: 'Um título',
  url: 'https://www.gov.br/mec/um',
} as unknown as IncomingArticle
const given: IncomingArticle = { ...derived, uniqueId: 'dado_000001' }
const [usual = '', long = ''] = candidateIds(derived)
const of = (agencyKey: string, url: string): Holder => ({ agencyKey, url })
const same = derived.url
const other = 'https://www.gov.br/saude/outro'

describe('the id of an article', () => {
  it.each([
    ['nobody has', derived, {}, usual],
    ['its agency has', derived, { [usual]: of('mec', other) }, usual],
    ['another agency has with the same address', derived, { [usual]: of('saude', same) }, usual],
    ['another agency has', derived, { [usual]: of('saude', other) }, long],
    [
      'another agency has, as the long one',
      derived,
      { [usual]: of('saude', other), [long]: of('saude', other) },
      undefined,
    ],
    ['its agency has, given with the article', given, { dado_000001: of('mec', other) }, 'dado_000001'],
    [
      'another agency has, given with the article and its address',
      given,
      { dado_000001: of('saude', same) },
      undefined,
    ],
  ] as [string, IncomingArticle, Record<string, Holder>, string | undefined][])(
    'that %s',
    (_, article, holders, id) => {
      expect(identify(article, (uniqueId) => holders[uniqueId])).toBe(id)
    },
  )
})
