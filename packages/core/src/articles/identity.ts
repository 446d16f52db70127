import { createHash } from 'node:crypto'

const SLUG_MAX_CHARACTERS = 100
const ID_SUFFIX_CHARACTERS = 6
/** Length of a suffix that is unique in practice. With the longest slug an id has 125 of its 128 characters. */
export const UNIQUE_SUFFIX_CHARACTERS = 24
const CONTENT_HASH_CHARACTERS = 16
const COMBINING_MARKS = /\p{M}/gu
const NOT_ASCII = /\P{ASCII}/gu
/**
 * Arabic phrases encoded as one character. They decompose to 18 and 8 characters, of which only the spaces are ASCII.
 */
const PHRASE_LIGATURES = /[\uFDFA\uFDFB]/g

/** Returns lower case ASCII: removes accents and characters without an ASCII form. */
function foldToAscii(text: string): string {
  const bounded = text.replace(PHRASE_LIGATURES, ' ')
  return bounded.normalize('NFKD').replace(COMBINING_MARKS, '').replace(NOT_ASCII, '').toLowerCase()
}

/**
 * Returns the slug of a title: ASCII words joined by `-`, or `sem-titulo` when no word is left. A slug over 100
 * characters ends before the word that crosses the limit.
 */
export function slugify(title: string): string {
  const slug = foldToAscii(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  if (slug.length <= SLUG_MAX_CHARACTERS) return slug === '' ? 'sem-titulo' : slug
  const start = slug.slice(0, SLUG_MAX_CHARACTERS)
  const lastDash = start.lastIndexOf('-')
  return lastDash === -1 ? start : start.slice(0, lastDash)
}

/**
 * Returns the id of an article: its slug, `_`, and the first `suffixCharacters` (6) hex digits of md5 over
 * `agency_publishedAt_title`. `publishedAt` is ISO 8601 with seconds and a numeric offset
 * (`2026-06-01T12:00:00+00:00`), never `Z`.
 */
export function mintUniqueId(
  agencyKey: string,
  publishedAt: string,
  title: string,
  suffixCharacters = ID_SUFFIX_CHARACTERS,
): string {
  const suffix = createHash('md5').update(`${agencyKey}_${publishedAt}_${title}`).digest('hex')
  return `${slugify(title)}_${suffix.slice(0, suffixCharacters)}`
}

function normalise(text: string | null): string {
  return foldToAscii(text ?? '')
    .replace(/[^a-z0-9_\s]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Returns the fingerprint of an article's text: the first 16 hex digits of sha256 over the normalised title, a line
 * feed and the normalised content. Returns null when both are empty, so that articles without text are never treated as
 * copies.
 */
export function hashContent(title: string, content: string | null): string | null {
  const text = `${normalise(title)}\n${normalise(content)}`
  if (text === '\n') return null
  return createHash('sha256').update(text).digest('hex').slice(0, CONTENT_HASH_CHARACTERS)
}
