import { STATES } from '@pauta/core/entities/gazetteer/places'

/** Names of the states in news: some take an article (`no Acre`), some none (`em Goiás`). */
export interface State {
  code: string
  id: string
  name: string
  article: 'o' | 'a' | ''
  region: string
}

export interface City {
  name: string
  /** Entity id; null for municipalities outside the registry. */
  id: string | null
  state: State
}

// The two states that share the name of their capital are written in full.
const NAMES_IN_TEXT: Readonly<Record<string, string>> = {
  RJ: 'estado do Rio de Janeiro',
  SP: 'estado de São Paulo',
}

const REGIONS: readonly (readonly [region: string, codes: string])[] = [
  ['Norte', 'AC AM AP PA RO RR TO'],
  ['Nordeste', 'AL BA CE MA PB PE PI RN SE'],
  ['Centro-Oeste', 'DF GO MS MT'],
  ['Sudeste', 'ES MG RJ SP'],
  ['Sul', 'PR RS SC'],
]

const WITH_FEMININE_ARTICLE = 'BA PB'
const WITHOUT_ARTICLE = 'AL GO MG MS MT PE RO RR SC SE'

/** Municipalities other than the capital, by state. For the Federal District: administrative regions. */
const MUNICIPALITIES: Readonly<Record<string, readonly string[]>> = {
  AC: ['Cruzeiro do Sul', 'Sena Madureira', 'Tarauacá', 'Brasiléia'],
  AL: ['Arapiraca', 'Palmeira dos Índios', 'Penedo', 'Maragogi'],
  AM: ['Parintins', 'Tefé', 'Itacoatiara', 'Tabatinga', 'São Gabriel da Cachoeira'],
  AP: ['Santana', 'Oiapoque', 'Laranjal do Jari', 'Mazagão'],
  BA: ['Feira de Santana', 'Vitória da Conquista', 'Ilhéus', 'Juazeiro', 'Barreiras', 'Irecê'],
  CE: ['Juazeiro do Norte', 'Sobral', 'Crato', 'Quixadá', 'Iguatu'],
  DF: ['Ceilândia', 'Taguatinga', 'Planaltina'],
  ES: ['Vila Velha', 'Cachoeiro de Itapemirim', 'Linhares', 'São Mateus'],
  GO: ['Anápolis', 'Rio Verde', 'Catalão', 'Formosa', 'Jataí'],
  MA: ['Imperatriz', 'Caxias', 'Codó', 'Alcântara', 'Bacabal'],
  MG: ['Uberlândia', 'Juiz de Fora', 'Montes Claros', 'Ouro Preto', 'Governador Valadares', 'Lavras'],
  MS: ['Dourados', 'Corumbá', 'Três Lagoas', 'Ponta Porã'],
  MT: ['Rondonópolis', 'Sinop', 'Cáceres', 'Barra do Garças'],
  PA: ['Santarém', 'Marabá', 'Altamira', 'Castanhal', 'Abaetetuba'],
  PB: ['Campina Grande', 'Patos', 'Sousa', 'Cajazeiras'],
  PE: ['Caruaru', 'Petrolina', 'Garanhuns', 'Serra Talhada', 'Salgueiro'],
  PI: ['Parnaíba', 'Picos', 'Floriano', 'São Raimundo Nonato'],
  PR: ['Londrina', 'Maringá', 'Cascavel', 'Ponta Grossa', 'Foz do Iguaçu'],
  RJ: ['Niterói', 'Campos dos Goytacazes', 'Petrópolis', 'Volta Redonda'],
  RN: ['Mossoró', 'Caicó', 'Parnamirim', 'Currais Novos'],
  RO: ['Ji-Paraná', 'Ariquemes', 'Vilhena', 'Cacoal'],
  RR: ['Rorainópolis', 'Pacaraima', 'Caracaraí'],
  RS: ['Caxias do Sul', 'Pelotas', 'Santa Maria', 'Passo Fundo', 'Canoas', 'Lajeado'],
  SC: ['Joinville', 'Blumenau', 'Chapecó', 'Criciúma', 'Lages'],
  SE: ['Itabaiana', 'Lagarto', 'Estância'],
  SP: ['Campinas', 'Santos', 'Ribeirão Preto', 'São José dos Campos', 'Sorocaba', 'Bauru', 'Araraquara'],
  TO: ['Araguaína', 'Gurupi', 'Porto Nacional'],
}

function articleOf(code: string): State['article'] {
  if (WITHOUT_ARTICLE.includes(code)) return ''
  return WITH_FEMININE_ARTICLE.includes(code) ? 'a' : 'o'
}

/** Returns every city of the sample, the capital of each state first. */
export const CITIES: readonly City[] = STATES.flatMap(({ code, id, name, capital, capitalId }) => {
  const state: State = {
    code,
    id,
    name: NAMES_IN_TEXT[code] ?? name,
    article: articleOf(code),
    region: REGIONS.find(([, codes]) => codes.includes(code))?.[0] ?? '',
  }
  const others = MUNICIPALITIES[code] ?? []
  return [{ name: capital, id: capitalId, state }, ...others.map((city) => ({ name: city, id: null, state }))]
})
