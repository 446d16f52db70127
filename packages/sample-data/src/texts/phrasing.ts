import type { Agency } from '@pauta/core/agencies/agency'
import { AGENCY_ENTITIES } from '@pauta/core/entities/gazetteer/agencies'

/** A name with its grammatical article; `''` for names that take none. */
export interface Noun {
  text: string
  article: 'o' | 'a' | ''
}

const FEMININE_FIRST_WORD =
  /^(Advocacia|Agência|Autoridade|Biblioteca|Casa|Comissão|Companhia|Controladoria|Coordenação|Corregedoria|Empresa|Escola|Estratégia|Fundação|Imprensa|Ouvidoria|Plataforma|Polícia|Presidência|Procuradoria|Radioagência|Receita|Rede|Secretaria|Semana|Superintendência|TV)\b/
const MASCULINE_FIRST_WORD = /^(Jardim|Museu|Palácio|Portal|Tesouro|Itamaraty)\b/
/** A longer name is replaced by its short form. */
const PLAIN_NAME_MAX_CHARACTERS = 31

const ENTITIES = new Map(AGENCY_ENTITIES.map(([key, id, ...aliases]) => [key, { id, aliases }]))

/**
 * Returns the grammatical article of a name by its first word. Acronyms use `fallback`, the article of their full
 * name.
 */
function articleFor(name: string, fallback: 'o' | 'a'): 'o' | 'a' {
  if (FEMININE_FIRST_WORD.test(name)) return 'a'
  return MASCULINE_FIRST_WORD.test(name) ? 'o' : fallback
}

/** How a text names an agency: first the official name, then the short name. */
export interface AgencyNames {
  id: string
  full: Noun
  short: Noun
}

export function namesOf(agency: Pick<Agency, 'key' | 'name'>): AgencyNames {
  const entity = ENTITIES.get(agency.key)
  if (entity === undefined)
    throw new Error(`agency ${agency.key} is missing in the gazetteer: add it to gazetteer/agencies.ts`)
  const article = articleFor(agency.name, 'o')
  const isPlain =
    agency.name.length <= PLAIN_NAME_MAX_CHARACTERS &&
    !/^(Fundação|Instituto|Agência N|Secretaria do )/.test(agency.name)
  const alias = entity.aliases.find((name) => !name.includes('/'))
  const short = isPlain || alias === undefined ? agency.name : alias
  return {
    id: entity.id,
    full: { text: agency.name, article },
    short: { text: short, article: articleFor(short, article) },
  }
}

const CONTRACTIONS = {
  de: { o: 'do', a: 'da', '': 'de' },
  em: { o: 'no', a: 'na', '': 'em' },
  por: { o: 'pelo', a: 'pela', '': 'por' },
  ao: { o: 'ao', a: 'à', '': 'a' },
} as const

export type Preposition = keyof typeof CONTRACTIONS

/** Joins a preposition with the noun's article: `de` + `o` is `do`. */
export function contract(preposition: Preposition, article: Noun['article']): string {
  return CONTRACTIONS[preposition][article]
}

/** Splits `a campanha` into article and noun. */
export function nounFrom(phrase: string): Noun {
  const match = /^(o|a) (.+)$/.exec(phrase)
  if (match === null) throw new Error(`"${phrase}" has to begin with the article o or a`)
  return { text: match[2] ?? '', article: match[1] === 'a' ? 'a' : 'o' }
}
