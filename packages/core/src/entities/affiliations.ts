import { foldName } from '@pauta/platform/text/fold-text'

/** An office that an article states beside a person's name, and the agency that published the article. */
export interface StatedOffice {
  office: string
  agencyKey: string
}

/** A name of so many words is hardly ever that of two people in the news. */
const RARE_NAME_WORDS = 3
const PARTICLES = new Set([
  'de',
  'da',
  'do',
  'das',
  'dos',
  'e',
  'em',
  'no',
  'na',
  'nos',
  'nas',
  'para',
  'a',
  'o',
  'ao',
])
/** Words that organisations of all kinds have in their names. Folded. */
const COMMON = new Set(
  (
    'nacional federal estadual municipal geral brasil brasileira brasileiro republica estado ministerio secretaria ' +
    'departamento instituto agencia diretoria coordenacao conselho comissao governo presidencia orgao autarquia'
  ).split(' '),
)

interface Affiliation {
  /** The office without its gender: "ministr". */
  head: string
  /** The words of what the office is of, and the acronym that these form. */
  words: ReadonlySet<string>
}

function readAffiliation(office: string): Affiliation {
  const [head = '', ...rest] = foldName(office).split(' ')
  const from = rest.findIndex((word) => PARTICLES.has(word))
  const content = (from < 0 ? [] : rest.slice(from)).filter((word) => !PARTICLES.has(word))
  const own = content.filter((word) => !COMMON.has(word))
  const acronym = content.map((word) => word.charAt(0)).join('')
  return { head: head.replace(/[ao]s?$/, ''), words: new Set(content.length > 1 ? [...own, acronym] : own) }
}

const share = (a: ReadonlySet<string>, b: ReadonlySet<string>) => [...a].some((word) => b.has(word))

/**
 * Whether people of one name, of whom offices are stated, may be one person. They are two when the name is short and
 * another office in another organisation is stated by another agency: "João Silva, diretor do Ibama" and "João Silva,
 * prefeito de Bonito".
 */
export function mayBeSame(name: string, a: readonly StatedOffice[], b: readonly StatedOffice[]): boolean {
  const words = foldName(name)
    .split(' ')
    .filter((word) => !PARTICLES.has(word))
  if (words.length >= RARE_NAME_WORDS || a.length === 0 || b.length === 0) return true
  return a.some((one) =>
    b.some((other) => {
      if (one.agencyKey === other.agencyKey) return true
      const [mine, theirs] = [readAffiliation(one.office), readAffiliation(other.office)]
      if (mine.words.size === 0 || theirs.words.size === 0) return true
      return mine.head === theirs.head || share(mine.words, theirs.words)
    }),
  )
}
