import { toReadableText } from '@pauta/platform/readable-text/readable-text'
import { listParagraphs, type Span } from './paragraphs.ts'
import { listSentences } from './sentences.ts'
import { listWords, type Word } from '../words/words.ts'

/** A readable text with its parts, which several measures read. */
export interface Passage {
  text: string
  paragraphs: readonly Span[]
  sentences: readonly Span[]
  words: readonly Word[]
}

/** Reads a text that has no markup. Takes time linear in the length. */
export function readPassage(text: string): Passage {
  const paragraphs = listParagraphs(text)
  return { text, paragraphs, sentences: listSentences(text, paragraphs), words: listWords(text) }
}

/** The title and the prose of an article. */
export interface ArticleReading {
  title: Passage
  /** Null for an article without text. Offsets are those of `content`. */
  body: Passage | null
}

/** Reads an article once for everything that enrichment derives. */
export function readArticle({ title, content }: { title: string; content: string | null }): ArticleReading {
  return {
    title: readPassage(title),
    body: content === null ? null : readPassage(toReadableText(content, title)),
  }
}

/** Returns the words of each sentence of a passage, in order. */
export function listSentenceWords({ sentences, words }: Passage): Word[][] {
  let at = 0
  return sentences.map(({ start, end }) => {
    while (at < words.length && (words[at]?.start ?? 0) < start) at++
    const from = at
    while (at < words.length && (words[at]?.start ?? 0) < end) at++
    return words.slice(from, at)
  })
}
