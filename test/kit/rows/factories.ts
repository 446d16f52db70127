import type { IncomingArticle, IncomingArticleInput } from '@pauta/core/articles/article'
import { receiveArticle } from '@pauta/core/articles/receive'
import { nextSerial } from './serial.ts'

/** An article with all required fields and the given ones. */
export function anArticle(changes: Partial<IncomingArticleInput> = {}): IncomingArticleInput {
  const serial = nextSerial()
  const given = changes.uniqueId
  const uniqueId =
    typeof given === 'string' ? given : `noticia-${serial}_${serial.toString(16).padStart(6, '0')}`
  return {
    uniqueId,
    agencyKey: 'mec',
    title: `Notícia número ${serial}`,
    url: `https://www.gov.br/mec/pt-br/noticias/${uniqueId}`,
    publishedAt: '2026-06-01T12:00:00-03:00',
    content: `Texto da notícia número ${serial}.`,
    ...changes,
  }
}

/** An article as it would be ingested now. */
export const received = (article: IncomingArticleInput): IncomingArticle =>
  receiveArticle(article, { now: new Date() })

/** An instant some time before now, as ISO text. */
export function ago(amount: { days?: number; hours?: number; minutes?: number }): string {
  const minutes = ((amount.days ?? 0) * 24 + (amount.hours ?? 0)) * 60 + (amount.minutes ?? 0)
  return new Date(Date.now() - minutes * 60_000).toISOString()
}
