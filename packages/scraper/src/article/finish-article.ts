import { hashContent, mintUniqueId } from '@pauta/core/articles/identity'
import type { ArticleFlag, ScrapedArticle } from './article.ts'

/** Articles with shorter bodies get the flag `short`: galleries, agendas, audio. */
const SHORT_BODY_CHARACTERS = 100

/** Returns the article with id, content hash, and the flags `short` and `undated`, which derive from other fields. */
export function finishArticle(read: Omit<ScrapedArticle, 'uniqueId' | 'contentHash'>): ScrapedArticle {
  const { agency, title, markdown, publishedAt } = read
  const flags: ArticleFlag[] = [...read.flags]
  if (markdown.length < SHORT_BODY_CHARACTERS) flags.push('short')
  if (publishedAt === null) flags.push('undated')
  return {
    ...read,
    flags,
    uniqueId: publishedAt === null ? null : mintUniqueId(agency, publishedAt.iso, title),
    contentHash: hashContent(title, markdown),
  }
}
