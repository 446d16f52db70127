import { foldName } from '@pauta/platform/text/fold-text'

/** A norm that is cited by number, as `Lei nº 13.709/2018`. */
export interface LawReference {
  start: number
  end: number
  /** `Lei`, `Decreto`, `Portaria Interministerial`… */
  kind: string
  /** The issuer as written (`GM/MS`); '' for laws and decrees. */
  issuer: string
  number: number
  /** Four digits, or null if the text gives none. */
  year: number | null
}

const KINDS: ReadonlyMap<string, string> = new Map(
  [
    'Lei',
    'Lei Complementar',
    'Lei Delegada',
    'Decreto',
    'Decreto-Lei',
    'Decreto Legislativo',
    'Medida Provisória',
    'Emenda Constitucional',
    'Portaria',
    'Portaria Interministerial',
    'Portaria Conjunta',
    'Portaria Normativa',
    'Resolução',
    'Resolução Normativa',
    'Resolução Conjunta',
    'Instrução Normativa',
  ].map((kind) => [foldName(kind), kind]),
)
const ABBREVIATED: ReadonlyMap<string, string> = new Map([
  ['MP', 'Medida Provisória'],
  ['EC', 'Emenda Constitucional'],
  ['LC', 'Lei Complementar'],
  ['IN', 'Instrução Normativa'],
])

const KIND =
  'decreto[- ]lei|decreto\\s{1,4}legislativo|decreto|lei\\s{1,4}(?:complementar|delegada)|lei|medida\\s{1,4}provis[óo]ria|' +
  'emenda\\s{1,4}constitucional|portaria(?:\\s{1,4}(?:interministerial|conjunta|normativa))?|' +
  'resolu[çc][ãa]o(?:\\s{1,4}(?:normativa|conjunta))?|instru[çc][ãa]o\\s{1,4}normativa|mp|ec|lc|in'
const ISSUER = '((?:\\s{1,4}[\\p{L}\\d][\\p{L}\\d./-]{0,30}){0,3}?)'
const SIGN = '(?:(n\\.?\\s?[º°oª]\\.?|n\\.|número)\\s{0,3})?'
const NUMBER = '(\\d{1,3}(?:\\.\\d{3}){1,2}|\\d{1,6})(?![\\d%]|[.,]\\d)'
const DAY = '(?:\\d{1,2}\\s?[º°o]?\\s{1,4}de\\s{1,4}\\p{L}{4,9}\\s{1,4}de\\s{1,4}|\\d{1,2}[/.]\\d{1,2}[/.])'
const YEAR = `(?:\\s?/\\s?(\\d{4}|\\d{2})(?![\\d/])|,?\\s{1,4}de\\s{1,4}${DAY}?(\\d{4})(?!\\d))?`
const REFERENCE = new RegExp(
  `(?<![\\p{L}\\p{N}-])(${KIND})${ISSUER},?\\s{1,4}${SIGN}${NUMBER}${YEAR}(?![\\p{L}\\p{N}])`,
  'giu',
)
const DRAFT_BEFORE = /(?:projetos?|anteprojetos?|propostas?|minutas?)\s+d[ea]\s+$/iu
const ISSUED_KIND = /^(?:Portaria|Resolução|Instrução)/
const QUALIFIER = /^(?:federal|estadual|distrital)$/i
const FIRST_PLAIN_NUMBER = 1000

/** Years of two digits above this one are in the 20th century. */
const CENTURY_TURN = 50

function toYear(written: string | undefined): number | null {
  if (written === undefined) return null
  const year = Number(written)
  if (written.length === 4) return year >= 1800 && year < 2100 ? year : null
  return year > CENTURY_TURN ? 1900 + year : 2000 + year
}

function readKind(written: string): string | undefined {
  return ABBREVIATED.get(written) ?? KINDS.get(foldName(written))
}

/**
 * Returns the issuer between kind and number, or undefined if they do not belong together: an issuer is capitalised.
 */
function readIssuer(kind: string, between: string): string | undefined {
  const words = between.split(/\s+/).filter((word) => word !== '' && !QUALIFIER.test(word))
  if (words.length === 0) return ''
  const named = ISSUED_KIND.test(kind) && words.every((word) => /^\p{Lu}/u.test(word))
  return named ? words.join(' ') : undefined
}

function toReference(text: string, match: RegExpExecArray): LawReference | undefined {
  const [whole, kindText = '', between = '', sign, digits = '', shortYear, longYear] = match
  const kind = readKind(kindText)
  if (kind === undefined) return undefined
  const issuer = readIssuer(kind, between)
  if (issuer === undefined) return undefined
  const number = Number(digits.replaceAll('.', ''))
  const year = toYear(shortYear ?? longYear)
  const capital = /^\p{Lu}/u.test(kindText)
  // "lei 2" may mean anything. A lower-case kind needs the number sign; a small number needs the sign or a year.
  if (sign === undefined && (!capital || (year === null && number < FIRST_PLAIN_NUMBER))) return undefined
  if (DRAFT_BEFORE.test(text.slice(Math.max(0, match.index - 30), match.index))) return undefined
  return { start: match.index, end: match.index + whole.length, kind, issuer, number, year }
}

const keyOf = ({ kind, issuer, number }: LawReference): string => `${kind}|${issuer}|${number}`

/**
 * Returns the norms that a text cites by number, from left to right. A norm cited once with its year gets the year
 * everywhere. Drafts ("Projeto de Lei nº …") are left out.
 */
export function listLawReferences(text: string): LawReference[] {
  const references = Array.from(text.matchAll(REFERENCE), (match) => toReference(text, match)).filter(
    (reference) => reference !== undefined,
  )
  const years = new Map<string, number>()
  for (const reference of references)
    if (reference.year !== null && !years.has(keyOf(reference))) years.set(keyOf(reference), reference.year)
  return references.map((reference) => ({
    ...reference,
    year: reference.year ?? years.get(keyOf(reference)) ?? null,
  }))
}

/** Formats a citation in one form: `Lei nº 13.709/2018`, `Portaria GM/MS nº 204`. */
export function formatLaw({ kind, issuer, number, year }: Omit<LawReference, 'start' | 'end'>): string {
  const dotted = String(number).replace(/\B(?=(?:\d{3})+$)/g, '.')
  return `${kind}${issuer === '' ? '' : ` ${issuer}`} nº ${dotted}${year === null ? '' : `/${year}`}`
}
