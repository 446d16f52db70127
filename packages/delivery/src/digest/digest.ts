import { NO_CHANGES, type DigestChanges } from './change-words.ts'
import type { DigestRecorte } from './digest-article.ts'
import { renderDigestPage } from './digest-page.ts'
import { renderDigestText } from './digest-text.ts'
import type { ReleasePeriod } from '@pauta/clippings/releases/window'
import { groupArticles } from './group-articles.ts'
import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'
import { articlesOf, writeIntro, writeSubject } from './wording.ts'

/** Length of `digestPreview`. */
const PREVIEW_MAX_CHARACTERS = 150
const ABOUT_MAX_CHARACTERS = 280

export interface DigestInput {
  clippingName: string
  /** The author's prompt, shown to readers as the clipping's subject. */
  prompt: string | null
  /** End of the release's window. */
  refTime: Date
  /** Which articles the release has. */
  period: ReleasePeriod
  recortes: readonly DigestRecorte[]
  /** Articles of the release, including those not shown; by default the number of those shown. */
  articlesCount?: number
  /** Edits and removals; by default none. */
  changes?: DigestChanges
}

export interface Digest {
  subject: string
  /** One paragraph of plain text. */
  intro: string
  /** The beginning of the intro: at most 150 characters of plain text, cut at a word. */
  preview: string
  /**
   * A whole document for an isolated frame and for mail clients: no personal data, no token, nothing executable.
   * `renderMail` adds the links to the release and for unsubscribing for each recipient.
   */
  html: string
  /** The digest as plain text. */
  text: string
}

/** Returns the articles of a release with those of one story counted once, as far as the digest shows them. */
function countStories({ recortes, articlesCount }: DigestInput, shown: readonly unknown[]): number {
  const ids = new Set(recortes.flatMap(({ articles }) => articles.map(({ uniqueId }) => uniqueId)))
  return (articlesCount ?? ids.size) - (ids.size - shown.length)
}

/**
 * Composes the digest of a release in Brazilian Portuguese. The same input returns the same digest. Escapes all values,
 * sanitises article HTML, and links to http(s) only. A story is shown once, under the first recorte that
 * captures an article of it.
 */
export function composeDigest(input: DigestInput): Digest {
  const name = oneLine(input.clippingName)
  const sections = groupArticles(input.recortes)
  const { refTime, period, changes = NO_CHANGES } = input
  const articlesCount = countStories(input, articlesOf(sections))
  const facts = { name, sections, refTime, period, articlesCount, changes }
  const intro = writeIntro(facts)
  const subject = writeSubject(facts)
  const preview = cutAtWord(intro, PREVIEW_MAX_CHARACTERS)
  const page = {
    ...facts,
    subject,
    preview,
    intro,
    about: cutAtWord(oneLine(input.prompt ?? ''), ABOUT_MAX_CHARACTERS),
  }
  return {
    subject,
    intro,
    preview,
    html: renderDigestPage(page),
    text: renderDigestText(page),
  }
}
