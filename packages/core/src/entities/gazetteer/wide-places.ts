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
/** Cities of other countries, seas, biomes and regions of the Federal District: number, name, other names. */
const OTHERS: readonly (readonly [number: number, name: string, ...aliases: string[]])[] = [
  [21, 'Amazônia Legal'],
  [22, 'Pantanal'],
  [23, 'Cerrado'],
  [24, 'Caatinga'],
  [25, 'Mata Atlântica'],
  [26, 'Semiárido'],
  [27, 'Matopiba'],
  [28, 'Cone Sul'],
  [29, 'Amazônia Azul'],
  [30, 'Palestina'],
  [31, 'Faixa de Gaza', 'Gaza'],
  [32, 'Antártica', 'Antártida'],
  [33, 'Região Norte', 'Norte'],
  [34, 'Região Sul', 'Sul'],
  [35, 'Oceano Atlântico', 'Atlântico Sul'],
  [36, 'Oceano Pacífico'],
  [37, 'Leste Europeu'],
  [38, 'Península Ibérica'],
  [39, 'Pampa'],
  [40, 'Américas'],
  [41, 'Hemisfério Sul'],
  [42, 'Hemisfério Norte'],
  [100, 'Buenos Aires'],
  [101, 'Montevidéu'],
  [102, 'Assunção'],
  [103, 'La Paz'],
  [104, 'Santa Cruz de la Sierra'],
  [105, 'Bogotá'],
  [106, 'Caracas'],
  [107, 'Quito'],
  [108, 'Cidade do México'],
  [109, 'Havana'],
  [110, 'Nova York', 'Nova Iorque'],
  [111, 'Washington', 'Washington D.C.'],
  [112, 'Miami'],
  [113, 'Los Angeles'],
  [114, 'Montreal'],
  [115, 'Toronto'],
  [116, 'Lisboa'],
  [117, 'Madri'],
  [118, 'Barcelona'],
  [119, 'Paris'],
  [120, 'Londres'],
  [121, 'Bruxelas'],
  [122, 'Haia'],
  [123, 'Berlim'],
  [124, 'Bonn'],
  [125, 'Genebra'],
  [126, 'Zurique'],
  [127, 'Viena'],
  [128, 'Roma'],
  [129, 'Milão'],
  [130, 'Moscou'],
  [131, 'Kiev'],
  [132, 'Istambul'],
  [133, 'Teerã'],
  [134, 'Jerusalém'],
  [135, 'Tel Aviv'],
  [136, 'Dubai'],
  [137, 'Doha'],
  [138, 'Abu Dhabi'],
  [139, 'Riad'],
  [140, 'Cairo'],
  [141, 'Luanda'],
  [142, 'Maputo'],
  [143, 'Joanesburgo'],
  [144, 'Adis Abeba'],
  [145, 'Nairóbi'],
  [146, 'Nova Délhi'],
  [147, 'Pequim'],
  [148, 'Xangai'],
  [149, 'Hong Kong'],
  [150, 'Tóquio'],
  [151, 'Seul'],
  [152, 'Hanói'],
  [153, 'Jacarta'],
  [154, 'Sydney'],
  [155, 'Glasgow'],
  [156, 'Califórnia'],
  [157, 'Flórida'],
  [158, 'Texas'],
  [201, 'Taguatinga'],
  [202, 'Ceilândia'],
  [203, 'Samambaia'],
  [205, 'Recanto das Emas'],
  [206, 'Águas Claras'],
  [207, 'Guará'],
  [208, 'Gama'],
  [209, 'Brazlândia'],
  [210, 'Paranoá'],
  [212, 'Riacho Fundo'],
  [301, 'Lausanne'],
  [302, 'Munique'],
  [303, 'Frankfurt'],
  [305, 'Copenhague'],
  [306, 'Estocolmo'],
  [307, 'Oslo'],
  [308, 'Helsinque'],
  [309, 'Amsterdã'],
  [310, 'Varsóvia'],
  [311, 'Budapeste'],
  [312, 'Bucareste'],
  [313, 'Belgrado'],
  [314, 'Atenas'],
  [315, 'Dublin'],
  [316, 'Edimburgo'],
  [317, 'Lyon'],
  [318, 'Sevilha'],
  [319, 'Beirute'],
  [320, 'Bagdá'],
  [321, 'Marrakech'],
  [322, 'Rabat'],
  [323, 'Argel'],
  [324, 'Dacar'],
  [325, 'Pretória'],
  [326, 'Cidade do Cabo'],
  [327, 'Mumbai'],
  [328, 'Bangcoc'],
  [329, 'Manila'],
  [330, 'Quioto'],
  [331, 'Osaka'],
  [332, 'Busan'],
  [333, 'Shenzhen'],
  [334, 'Melbourne'],
  [335, 'Camberra', 'Canberra'],
  [336, 'Ottawa'],
  [337, 'Vancouver'],
  [338, 'Chicago'],
  [339, 'Boston'],
  [340, 'Houston'],
  [341, 'Las Vegas'],
  [342, 'Cidade do Panamá'],
  [343, 'Santo Domingo'],
  [344, 'Medellín'],
  [345, 'Ciudad del Este'],
  [346, 'Punta del Este'],
  [347, 'Baku'],
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
  'Estados Unidos da América': 'US',
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
  ...OTHERS.map(([number, name, ...aliases]) => ({
    id: `${ID_START}2${String(number).padStart(15, '0')}`,
    name,
    aliases,
  })),
  ...REGIONS.map(([name, number]) => ({ id: `${ID_START}1${number.padStart(15, '0')}`, name, aliases: [] })),
]
