import { datelineLength } from '@pauta/platform/readable-text/dateline'
import { foldName } from '@pauta/platform/text/fold-text'
import { toReadableText } from '@pauta/platform/readable-text/readable-text'
import { FUNCTION_WORDS } from '../stemming/function-words.ts'
import { stem } from '../stemming/stem.ts'
import { PLACE_WORDS } from './place-words.ts'

/** Words of a shingle. Four words are rarely equal by chance, and an edit changes only four shingles. */
const SHINGLE_WORDS = 4
/** Most words of a text that are compared, so that a text of any length costs as much. */
const WORDS_MAX = 3000
/** Words of the beginning that are compared alone. */
const LEAD_WORDS = 60
/** Text that is read to find the words, in characters. */
const TEXT_MAX_CHARACTERS = 60_000
/** Paragraphs that may begin with a dateline: subtitle, caption and lead. */
const DATED_PARAGRAPHS = 4

/** What is compared of an article. */
export interface StoryText {
  /** Hashes of the shingles of the text. */
  shingles: ReadonlySet<number>
  /** Hashes of the shingles of its beginning. */
  lead: ReadonlySet<number>
  /** Stems of the title without function words. */
  titleStems: ReadonlySet<string>
  /** Folded words of title and text. */
  words: ReadonlySet<string>
  /** Folded numbers of the title. */
  titleNumbers: readonly string[]
  /** Folded names of the title: words in capitals that do not begin it, and places. */
  titleNames: readonly string[]
  /** Names of places in the title. */
  titlePlaces: readonly string[]
  /** Folded numbers of the text. */
  numbers: ReadonlySet<string>
}

/** What content management systems write around a text, with the time of the page. */
const PAGE_PARTS =
  /(?:link para )?copiar para (?:a )?área de transferência|compartilhe por (?:facebook|twitter|linkedin|whatsapp|telegram|x)|(?:publicado|atualizado) em\s+\d{1,2}\/\d{1,2}\/\d{4}(?:\s+\d{1,2}h\d{2})?/giu

const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193

/** 32-bit FNV-1a (Fowler, Noll, Vo) of a text. */
function hashWord(word: string): number {
  let hash = FNV_OFFSET
  for (let at = 0; at < word.length; at++) hash = Math.imul(hash ^ word.charCodeAt(at), FNV_PRIME)
  return hash >>> 0
}

/** Mixes all bits of a 32-bit number (the finalizer of MurmurHash3, Appleby). */
export function mixBits(value: number): number {
  let mixed = value
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}

function shinglesOf(hashes: readonly number[]): Set<number> {
  const shingles = new Set<number>()
  for (let at = 0; at + SHINGLE_WORDS <= hashes.length; at++) {
    let hash = FNV_OFFSET
    for (let word = at; word < at + SHINGLE_WORDS; word++) hash = Math.imul(hash, 31) ^ (hashes[word] ?? 0)
    shingles.add(mixBits(hash))
  }
  return shingles
}

/** Returns the text of an article without marks and datelines. */
function readText(title: string, content: string | null): string {
  if (content === null) return ''
  let left = DATED_PARAGRAPHS
  return toReadableText(content.slice(0, TEXT_MAX_CHARACTERS), title)
    .replaceAll(PAGE_PARTS, ' ')
    .split('\n')
    .map((line) => {
      const trimmed = line.trim()
      if (trimmed === '' || left === 0) return trimmed
      left--
      return trimmed.slice(datelineLength(trimmed))
    })
    .join('\n')
}

const HAS_DIGIT = /\p{N}/u

/** The names of a title. In a title in capitals, only places are names. */
function namesOf(title: string): { names: string[]; places: string[] } {
  const words = title.match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? []
  const isShouted = title === title.toUpperCase()
  const names: string[] = []
  const places: string[] = []
  for (const [at, word] of words.entries()) {
    const folded = foldName(word)
    if (word === 'Pará') places.push(word)
    else if (PLACE_WORDS.has(folded) && /^\p{Lu}/u.test(word)) places.push(folded)
    else if (isShouted || at === 0 || !/^\p{Lu}/u.test(word) || FUNCTION_WORDS.has(folded)) continue
    if (!HAS_DIGIT.test(folded)) names.push(...folded.split(' '))
  }
  return { names, places }
}

/** Reads what is compared of an article. Takes time linear in the length of the text. */
export function readStoryText({ title, content }: { title: string; content: string | null }): StoryText {
  const text = readText(title, content)
  const body = foldName(text)
    .split(' ', WORDS_MAX)
    .filter((word) => word !== '')
  const titleWords = foldName(title)
    .split(' ')
    .filter((word) => word !== '')
  const hashes = body.map(hashWord)
  const { names, places } = namesOf(title)
  return {
    shingles: shinglesOf(hashes),
    lead: shinglesOf(hashes.slice(0, LEAD_WORDS)),
    titleStems: new Set(titleWords.filter((word) => !FUNCTION_WORDS.has(word)).map(stem)),
    words: new Set([
      ...titleWords,
      ...body,
      ...(/\bPará(?!\p{L})/u.test(`${title} ${text}`) ? ['Pará'] : []),
    ]),
    titleNumbers: titleWords.filter((word) => HAS_DIGIT.test(word)),
    titleNames: names,
    titlePlaces: places,
    numbers: new Set(body.filter((word) => HAS_DIGIT.test(word))),
  }
}
