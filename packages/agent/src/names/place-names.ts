/** States by a name that readers write. */
export interface PlaceName {
  /** Folded, with blanks between words. */
  name: string
  /** Codes of the states. */
  states: readonly string[]
  /** Prepositions before the name: "no Ceará" and "na Paraíba" are states, "no Paraíba" is a river. */
  prepositions: ReadonlySet<string>
  /** How the name must be written: "minas", "rio", "sul" and "acre" are words, "para" is a preposition. */
  written?: 'with a capital' | 'with its accent'
  /** True for a region. "No Nordeste do Pará" is a part of a state. */
  isRegion?: true
}

const set = (words: string) => new Set(words.split(' '))

const MASCULINE = set('em no nos do dos')
const FEMININE = set('em na nas da das')
const WITHOUT_ARTICLE = set('em de')
const BOTH = set('em no de do')

const STATES: readonly Omit<PlaceName, 'isRegion'>[] = [
  { name: 'acre', states: ['AC'], prepositions: MASCULINE, written: 'with a capital' },
  { name: 'alagoas', states: ['AL'], prepositions: WITHOUT_ARTICLE },
  { name: 'amazonas', states: ['AM'], prepositions: MASCULINE },
  { name: 'amapa', states: ['AP'], prepositions: MASCULINE },
  { name: 'bahia', states: ['BA'], prepositions: FEMININE },
  { name: 'ceara', states: ['CE'], prepositions: MASCULINE },
  { name: 'distrito federal', states: ['DF'], prepositions: MASCULINE },
  { name: 'espirito santo', states: ['ES'], prepositions: MASCULINE },
  { name: 'goias', states: ['GO'], prepositions: WITHOUT_ARTICLE },
  { name: 'maranhao', states: ['MA'], prepositions: MASCULINE },
  { name: 'minas gerais', states: ['MG'], prepositions: WITHOUT_ARTICLE },
  { name: 'minas', states: ['MG'], prepositions: WITHOUT_ARTICLE, written: 'with a capital' },
  { name: 'mato grosso do sul', states: ['MS'], prepositions: BOTH },
  { name: 'mato grosso', states: ['MT'], prepositions: BOTH },
  { name: 'para', states: ['PA'], prepositions: MASCULINE, written: 'with its accent' },
  { name: 'paraiba', states: ['PB'], prepositions: FEMININE },
  { name: 'pernambuco', states: ['PE'], prepositions: WITHOUT_ARTICLE },
  { name: 'piaui', states: ['PI'], prepositions: MASCULINE },
  { name: 'parana', states: ['PR'], prepositions: MASCULINE },
  { name: 'rio de janeiro', states: ['RJ'], prepositions: MASCULINE },
  { name: 'rio', states: ['RJ'], prepositions: MASCULINE, written: 'with a capital' },
  { name: 'rio grande do norte', states: ['RN'], prepositions: MASCULINE },
  { name: 'rondonia', states: ['RO'], prepositions: WITHOUT_ARTICLE },
  { name: 'roraima', states: ['RR'], prepositions: WITHOUT_ARTICLE },
  { name: 'rio grande do sul', states: ['RS'], prepositions: MASCULINE },
  { name: 'santa catarina', states: ['SC'], prepositions: WITHOUT_ARTICLE },
  { name: 'sergipe', states: ['SE'], prepositions: WITHOUT_ARTICLE },
  { name: 'sao paulo', states: ['SP'], prepositions: WITHOUT_ARTICLE },
  { name: 'tocantins', states: ['TO'], prepositions: MASCULINE },
]

/** "Países do Sul" are no region of Brazil; "na região Sul" is one. */
const PART_OF_COUNTRY = set('em no nos')

const REGIONS: readonly Omit<PlaceName, 'isRegion'>[] = [
  {
    name: 'norte',
    states: ['AC', 'AM', 'AP', 'PA', 'RO', 'RR', 'TO'],
    prepositions: PART_OF_COUNTRY,
    written: 'with a capital',
  },
  {
    name: 'nordeste',
    states: ['AL', 'BA', 'CE', 'MA', 'PB', 'PE', 'PI', 'RN', 'SE'],
    prepositions: MASCULINE,
  },
  { name: 'centro oeste', states: ['DF', 'GO', 'MS', 'MT'], prepositions: MASCULINE },
  { name: 'sudeste', states: ['ES', 'MG', 'RJ', 'SP'], prepositions: MASCULINE },
  { name: 'sul', states: ['PR', 'RS', 'SC'], prepositions: PART_OF_COUNTRY, written: 'with a capital' },
]

/** States and regions of IBGE by their names. No two rows have the same name. */
export const PLACE_NAMES: ReadonlyMap<string, PlaceName> = new Map(
  [...STATES, ...REGIONS.map((region) => ({ ...region, isRegion: true as const }))].map((place) => [
    place.name,
    place,
  ]),
)

/** States by code, with the prepositions of their names: "no DF", "em SP". */
export const PLACES_BY_CODE: ReadonlyMap<string, PlaceName> = new Map(
  STATES.flatMap((place) => place.states.map((code) => [code, place] as const)),
)

/** How many words a name may have, the longest first: "Rio Grande do Norte", "Rio de Janeiro", "Rio". */
export const PLACE_NAME_WORDS = [4, 3, 2, 1]
