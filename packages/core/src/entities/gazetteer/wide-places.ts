/** Regions of Brazil and of the world, and countries, which have no row of their own in the gazetteer. */
const REGIONS: readonly (readonly [name: string, number: string])[] = [
  ['Nordeste', '01'],
  ['Sudeste', '02'],
  ['Centro-Oeste', '03'],
  ['Amazônia', '06'],
  ['América Latina', '10'],
  ['América do Sul', '11'],
  ['América do Norte', '12'],
  ['América Central', '13'],
  ['Europa', '14'],
  ['África', '15'],
  ['Ásia', '16'],
  ['Oceania', '17'],
  ['Caribe', '18'],
  ['Oriente Médio', '19'],
]
/** Codes of countries (ISO 3166), whose names in Portuguese are the runtime's (Unicode CLDR). */
const COUNTRIES = (
  'AD AE AF AG AL AM AO AR AT AU AZ BA BB BD BE BF BG BH BI BJ BN BO BS BT BW BY BZ CA CD CF CG CH CI CL CM CN CO CR CU CV ' +
  'CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FR GA GB GD GE GH GM GN GQ GR GT GW GY HN HR HT HU ID IE IL IN IQ IR IS ' +
  'IT JM JO JP KE KG KH KM KP KR KW KZ LA LB LK LR LS LT LU LV LY MA MC MD ME MG MK ML MM MN MR MT MU MV MW MX MY MZ NA NE ' +
  'NG NI NL NO NP NZ OM PA PE PG PH PK PL PS PT PY QA RO RS RU RW SA SB SC SD SE SG SI SK SL SN SO SR SS ST SV SY SZ TD TG ' +
  'TH TJ TL TM TN TO TR TT TW TZ UA UG US UY UZ VA VC VE VN YE ZA ZM ZW'
).split(' ')
const ALIASES: Readonly<Record<string, string>> = {
  EUA: 'US',
  Holanda: 'NL',
  Inglaterra: 'GB',
}

/** A place that is no municipality or state. */
export interface WidePlace {
  id: string
  name: string
  aliases: string[]
}

const LETTER_A = 64
const ID_START = 'dgb_01KBBKB171'

function listCountries(): WidePlace[] {
  const names = new Intl.DisplayNames('pt-BR', { type: 'region' })
  return COUNTRIES.map((code) => {
    const [a = 0, b = 0] = [...code].map((letter) => letter.charCodeAt(0) - LETTER_A)
    const number = `${String(a).padStart(2, '0')}${String(b).padStart(2, '0')}`
    const aliases = Object.entries(ALIASES).flatMap(([alias, of]) => (of === code ? [alias] : []))
    return { id: `${ID_START}${number.padStart(16, '0')}`, name: names.of(code) ?? code, aliases }
  })
}

/** Countries besides Brazil, and regions, with ids of the entity registry. */
export const WIDE_PLACES: readonly WidePlace[] = [
  ...listCountries(),
  ...REGIONS.map(([name, number]) => ({ id: `${ID_START}1${number.padStart(15, '0')}`, name, aliases: [] })),
]
