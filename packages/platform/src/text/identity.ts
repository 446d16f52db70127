import { createHash } from 'node:crypto'

const SLUG_MAX_CHARACTERS = 100
const ID_SUFFIX_CHARACTERS = 6
/** A suffix that no two articles share; with the longest slug an id has 125 of its 128 characters. */
export const UNIQUE_SUFFIX_CHARACTERS = 24
const CONTENT_HASH_CHARACTERS = 16
const COMBINING_MARKS = /\p{M}/gu
const NOT_ASCII = /\P{ASCII}/gu
/** Arabic phrases in one character each. They decompose to 18 and 8 characters of which only the spaces are ASCII. */
const PHRASE_LIGATURES = /[\uFDFA\uFDFB]/g

/** Lower case ASCII: accents fall off, what has no ASCII form goes. */
function foldToAscii(text: string): string {
  const bounded = text.replace(PHRASE_LIGATURES, ' ')
  return bounded.normalize('NFKD').replace(COMBINING_MARKS, '').replace(NOT_ASCII, '').toLowerCase()
}

/**
 * A title as part of an address: ASCII words joined by `-`, `sem-titulo` when nothing is left. A slug over 100
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
 * Identifier of an article: its slug, `_`, and the first 6 (or so many) hex digits of md5 over
 * `agency_publishedAt_title`, where publishedAt is ISO 8601 with seconds and a numeric offset
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
 * Fingerprint of an article's text: the first 16 hex digits of sha256 over the normalised title, a line feed and the
 * normalised content. Null when both are empty, so that articles without text are never taken for copies.
 */
export function hashContent(title: string, content: string | null): string | null {
  const text = `${normalise(title)}\n${normalise(content)}`
  if (text === '\n') return null
  return createHash('sha256').update(text).digest('hex').slice(0, CONTENT_HASH_CHARACTERS)
}
