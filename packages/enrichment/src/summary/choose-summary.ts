import { oneLine } from '@pauta/platform/text/cut-text'
import { datelineLength } from '@pauta/platform/readable-text/dateline'
import { foldName } from '@pauta/platform/text/fold-text'
import { toPlainText } from '@pauta/platform/readable-text/readable-text'
import type { Span } from '../sentences/paragraphs.ts'
import { listSentenceWords, type ArticleReading, type Passage } from '../sentences/passage.ts'
import type { Word } from '../words/words.ts'
import { isProse, standsAlone } from './sentence-checks.ts'

/** Longest summary, in UTF-16 units. */
export const SUMMARY_MAX_CHARACTERS = 300
const SENTENCE_MIN_CHARACTERS = 40
/** A longer first sentence needs no second one. */
const ENOUGH_CHARACTERS = 170
/** Only the beginning of a text is read: later sentences are details. */
const TEXT_MAX_CHARACTERS = 12_000
const SENTENCES_MAX = 40

/** Weights of overlap with the title, position and centrality. They add up to 1. */
const TITLE_WEIGHT = 0.45
const POSITION_WEIGHT = 0.35
const CENTRALITY_WEIGHT = 0.2
/** The position of a sentence counts half at this place, counted from 0. */
const HALF_POSITION = 3

/** A sentence with its place. */
interface Sentence {
  /** As the article stores it, with markup. */
  piece: string
  stems: ReadonlySet<string>
  /** Number of the sentence in the text, from 0. */
  position: number
  paragraph: number
  /** Whether no blank separates the sentence from the one before. */
  isGlued: boolean
}

/** A word in capitals before the sentence: "PUBLICAÇÃO - O Ministério do Turismo…". */
const KICKER = /^\p{Lu}[\p{Lu}\p{N} ]{3,40}\s[–—-]\s(?=["“]?\p{Lu})/u
/** A credit makes a caption of the sentences around it. */
const CREDIT = /(?:^|[\s(])(?:fotos?|cr[ée]ditos?|imagem|arte)(?: oficial)?\s*:/iu
const CAPTION_MAX_CHARACTERS = 250

const stemsOf = (words: readonly Word[]): Set<string> =>
  new Set(words.flatMap(({ known: { stems } }) => stems))

/** Returns a piece of a text as readers see it, on one line and without its dateline. */
function clean(piece: string): string {
  const text = oneLine(toPlainText(piece)).replaceAll(/\*+|_{2,}|`|(?<!\S)#+ /g, '')
  const line = text.replaceAll(/\s+([,.;:!?])/g, '$1').trim()
  const undated = line.slice(datelineLength(line))
  return undated.slice(KICKER.exec(undated)?.[0].length ?? 0)
}

/** Whether a piece begins inside of a link, whose text then runs into the sentence. */
const startsInLink = (piece: string): boolean => piece.split('](').length > piece.split('[').length

/** Returns the paragraphs that are captions: short, and with a credit in them or behind. */
function listCaptions(text: string, paragraphs: readonly Span[]): Set<number> {
  const texts = paragraphs.map(({ start, end }) => text.slice(start, end).trim())
  const isShort = (at: number) => (texts[at]?.length ?? Infinity) <= CAPTION_MAX_CHARACTERS
  return new Set(
    texts.flatMap((line, at) => {
      if (!isShort(at) || !CREDIT.test(line)) return []
      return /^\P{L}{0,3}(?:foto|cr[ée]dito|imagem|arte)/iu.test(line) && isShort(at - 1)
        ? [at - 1, at]
        : [at]
    }),
  )
}

function readSentences(body: Passage, content: string): Sentence[] {
  const { text } = body
  const paragraphs = body.paragraphs.filter(({ start }) => start < TEXT_MAX_CHARACTERS)
  const words = listSentenceWords(body)
  const captions = listCaptions(text, paragraphs)
  let paragraph = 0
  let previousEnd = -1
  return body.sentences
    .slice(0, SENTENCES_MAX)
    .filter(({ end }) => end <= TEXT_MAX_CHARACTERS)
    .flatMap(({ start, end }, position) => {
      const isGlued = start === previousEnd
      previousEnd = end
      while ((paragraphs[paragraph]?.end ?? Infinity) <= start) paragraph++
      const piece = content.slice(start, end)
      if (captions.has(paragraph) || startsInLink(piece)) return []
      return [{ piece, stems: stemsOf(words[position] ?? []), position, paragraph, isGlued }]
    })
}

/** Returns for each stem the share of the sentences that have it. */
function shareOfStems(sentences: readonly Sentence[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { stems } of sentences) for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1)
  return new Map([...counts].map(([stem, count]) => [stem, count / sentences.length]))
}

function scoreOf(
  sentence: Sentence,
  title: ReadonlySet<string>,
  shares: ReadonlyMap<string, number>,
): number {
  const { stems, position } = sentence
  let shared = 0
  let central = 0
  for (const stem of stems) {
    if (title.has(stem)) shared++
    central += shares.get(stem) ?? 0
  }
  return (
    TITLE_WEIGHT * (shared / Math.max(title.size, 1)) +
    POSITION_WEIGHT * (HALF_POSITION / (HALF_POSITION + position)) +
    CENTRALITY_WEIGHT * Math.min(1, (4 * central) / Math.max(stems.size, 1))
  )
}

/** Joins the sentence after a short one, when both are of one paragraph and fit. */
function withNext(text: string, { paragraph, position }: Sentence, sentences: readonly Sentence[]): string {
  if (text.length > ENOUGH_CHARACTERS) return text
  const next = sentences.find((each) => each.position === position + 1)
  if (next?.paragraph !== paragraph || next.isGlued) return text
  const following = clean(next.piece)
  if (!isProse(following) || /^["“«]|\?$/.test(following)) return text
  const both = `${text} ${following}`
  return both.length <= SUMMARY_MAX_CHARACTERS ? both : text
}

/**
 * Returns one or two whole sentences of an article as its summary, at most 300 characters, or null when no sentence is
 * suitable. `reading` is that of the article. The best sentence shares words with the title, comes early and has
 * words that the text repeats (Luhn 1958, Edmundson 1969). Datelines, bylines, credits, links to other pages, headings,
 * Markdown marks and incomplete quotes are left out. Takes time linear in the length of the text.
 */
export function chooseSummary(content: string | null, { title, body }: ArticleReading): string | null {
  if (content === null || body === null) return null
  const sentences = readSentences(body, content)
  const foldedTitle = foldName(title.text)
  const titleStems = stemsOf(title.words)
  const shares = shareOfStems(sentences)
  const ranked = sentences
    .map((sentence) => ({ sentence, score: scoreOf(sentence, titleStems, shares) }))
    .toSorted((a, b) => b.score - a.score || a.sentence.position - b.sentence.position)
  let second: string | undefined
  // Cleaning is slow, and most of the best sentences are suitable.
  for (const { sentence } of ranked) {
    const text = clean(sentence.piece)
    if (text.length < SENTENCE_MIN_CHARACTERS || text.length > SUMMARY_MAX_CHARACTERS || !isProse(text))
      continue
    const folded = foldName(text)
    if (folded === foldedTitle) continue
    if (standsAlone(text, folded)) return withNext(text, sentence, sentences)
    second ??= withNext(text, sentence, sentences)
  }
  return second ?? null
}
