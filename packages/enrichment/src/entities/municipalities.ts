import { foldName } from '@pauta/platform/text/fold-text'
import { foldWord } from '../words/fold-word.ts'
import { FEATURE_WORDS, JOINING_WORDS, STATE_CODES } from '../registry/ambiguous-names.ts'
import { isFirstName } from './first-names.ts'
import { wordAfter, wordBefore } from '../words/surroundings.ts'
import {
  MUNICIPALITIES,
  MUNICIPALITY_NAMES,
  placeId,
  STATE_NAMES,
  type Municipality,
} from '../registry/states.ts'
import { wordSet } from '../words/word-set.ts'
import { hasArticle, isOtherName, startOfOuterTown } from './town-context.ts'

/** A municipality as a text names it. Offsets are half-open UTF-16. */
export interface FoundPlace {
  start: number
  end: number
  name: string
  id: string
  state: string
  /** Whether the text states the state behind the name. */
  isCertain: boolean
}

/** Names that usually mean something else: words, people, saints, other places. They need a state behind them. Folded. */
const COMMON = wordSet(`
  acari alagoas alegre alegria alianca almas alta alto altos amapa america americana amparo anchieta angulo antas
  aparecida apiai araguaia arapongas araras arcos areia argentina ariranha armazem aroeiras assuncao atalaia
  aurora avare bagre bahia baixa balsas bandeira bandeirantes barra barras barreira barreiras barro batalha belem
  bias bocaina bonfim bonito borba brasil brasileia brasileira buenos buriti cabo cachoeira cacique cafeara
  caicara caldas camargo campanha campestre campina campinas canaa candeias canoas capela capitao careiro carolina
  casca cascavel castanheiras castro catanduva caucaia ceara cedral cedro centenario central chacara chapada
  chaves china colares colombia colonia colorado coluna combinado conceicao conchas condor conquista contagem
  coqueiral coroados corrente correntes corumba crato cristais cristal cristalina cristina crixas cruz cunha
  curralinho custodia datas descanso descoberto desterro diamante divino dores douradina dourado douradoquara
  encanto engenho entre equador ermo escada espanha esperanca esplanada estacao estancia estreito estrela europa
  extrema exu fama faria farol feliz filadelfia flores floresta florestal formosa fortaleza franca fronteira
  fronteiras gama garca gaviao gentil gloria goiania goias governador graca gramado grande granito guarani guarita
  guia harmonia heliodoro herval horizonte humaita ibema ibirapuera ilha inconfidentes independencia indiana
  inhapi inocencia ipe ipiranga irati itabera italia itapagipe itu jacinto jacui jaguar jandaira jardim
  jardinopolis jatoba jordao juazeiro juramento juru jussara justino lagoa laje lajes lambari lapa lastro lavras
  leme lencois liberdade lima limeira lindoia lontra luminarias luz macedonia machado madalena malhada manga
  marcacao marco maria mariana marilandia marques marzagao mascote mata matinha matozinhos medeiros merces
  meridiano mexico minas mineiros mirante missal modelo moeda mombaca montadas montanha montanhas monte montes
  morada morro morros mucuri mundo nantes natal natividade navegantes nazare nilo nipoa nobres nordestina nova
  novo oleo olho olinda oliveira ordem oriente orlandia ouricuri ourives ouro ouvidor pacaja pacatuba paineiras
  painel pains palestina palma palmas palmeira palmeiras palmital palmitos panelas panorama para paraiba paraiso
  parana parnaiba passagem passos patos patrocinio paulista paulistana paulistas pavao paverama paz pedra pedras
  pedreira pedrinhas peixe pendencias penha pequeno pequi perdigao perdizes pereiras pescador pesqueira petrolina
  picos piedade pilar pinhal pinheiros piracema pirajui piranhas placas planaltina planalto planura pocos pombal
  pombos ponta pontal pontao portao porteiras porto portugal posse pracinha prados prata pratapolis presidente
  primavera princesa progresso pureza quadra quatis queimadas queiroz quilombo quixote rafard rancharia recife
  redencao redentora reduto regeneracao registro remanso reserva restinga riachao riacho ribeira ribeirao rio
  riqueza rodeio rolandia rondonia roraima rosario roteiro rubim russas sacramento sales salitre salto salvador
  sananduva santana santarem santos sapeacu sapucaia saudades saude seara segredo sem senador sergipe serio serra
  serrano serrita sertao sertaozinho silveiras socorro soledade solidao sombrio sonora sorriso sossego sul
  tabuleiro tamarana tapera tapira teixeira terra tesouro tigre tiros tocantins toledo tombos torres tres trindade
  triunfo tupi turvo umbuzeiro una uniao unistalda uru vales vargem varjao varzea vera vertentes viana videira
  viradouro virginia viseu vitoria wagner xangri xique zacarias
`)
/** Words after which a name is a place. Folded. */
const PLACE_BEFORE = wordSet(`
  em de do da para ate por entre municipio cidade prefeitura capital municipios cidades e a sobre no na comarca distrito
  prefeito prefeita regiao sede unidade campus
`)

interface Pattern {
  folded: string
  municipalities: Municipality[]
}

const byFolded = new Map<string, Pattern>()
for (const municipality of MUNICIPALITIES) {
  const folded = foldWord(municipality.name)
  const pattern = byFolded.get(folded) ?? { folded, municipalities: [] }
  pattern.municipalities.push(municipality)
  byFolded.set(folded, pattern)
}
/** A spelling of a name, in lower case with its accents. */
interface Spelling {
  lower: string
  pattern: Pattern
}

/** The spellings that begin with a word, the longest first. */
const BY_FIRST_WORD = new Map<string, Spelling[]>()
for (const pattern of byFolded.values())
  for (const lower of new Set(pattern.municipalities.map(({ name }) => name.toLowerCase()))) {
    const first = /^\p{L}+/u.exec(lower)?.[0] ?? ''
    BY_FIRST_WORD.set(
      first,
      [...(BY_FIRST_WORD.get(first) ?? []), { lower, pattern }].toSorted(
        (a, b) => b.lower.length - a.lower.length,
      ),
    )
  }
/** A word with a capital, neither inside another word nor in an address. */
const FIRST_WORD = /(?<![\p{L}\p{N}@_/])\p{Lu}[\p{L}\p{M}]*/gu
/** Folded names of the states, the longest first. */
const STATES = [...STATE_NAMES].map(([code, name]) => ({ code, folded: ` ${foldWord(name)} ` }))

const ALL_NAMES: ReadonlySet<string> = new Set(MUNICIPALITY_NAMES.map(foldName))
/** Whether a name is that of a municipality. */
export const isMunicipality = (name: string): boolean => ALL_NAMES.has(foldWord(name))

interface Candidate {
  start: number
  end: number
  pattern: Pattern
  /** The state that follows: "Natal (RN)", "Natal/RN", "Natal, no Rio Grande do Norte". */
  state: string | null
}

/** The state that a text states behind a name, or null. */
function stateBehind(text: string, end: number): string | null {
  const next = wordAfter(text, end)
  if (next === undefined) return null
  if (STATE_CODES.has(next.word) && /^\s?[(/,–-]\s?$/u.test(next.gap)) return next.word
  const said =
    /^(?:,\s|\s\()?\s?(?:n[oa]|em|d[oa]|estado d[eoa])?\s?/u.exec(text.slice(end, end + 20))?.[0].length ?? 0
  if (said === 0) return null
  const rest = ` ${foldName(text.slice(end + said, end + said + 30))} `
  return STATES.find(({ folded }) => rest.startsWith(folded))?.code ?? null
}

/** Whether other capitalised words make the name part of a longer one: "Escola Campinas", "Campinas Futebol". */
function isInside(text: string, start: number, end: number): boolean {
  if (isOtherName(text, start, end)) return true
  const before = wordBefore(text, start)
  if (before !== undefined && (before.gap === ' ' || before.gap === '-')) {
    const folded = foldWord(before.word)
    if (FEATURE_WORDS.has(folded)) return true
    if (/^\p{Lu}/u.test(before.word) && !JOINING_WORDS.has(folded)) return true
  }
  const after = wordAfter(text, end)
  return after !== undefined && (after.gap === ' ' || after.gap === '-') && /^\p{Lu}/u.test(after.word)
}

/** The text with plain blanks and apostrophes, of the same length. */
const plain = (text: string) => text.replaceAll('\u00A0', ' ').replaceAll('’', "'")

/** Lists what is spelled like a municipality, with its accents. Of overlapping names, the first, then the longest. */
function listCandidates(text: string): Candidate[] {
  const found: Candidate[] = []
  const spelled = plain(text)
  let last = 0
  for (const match of text.matchAll(FIRST_WORD)) {
    const start = match.index
    if (start < last) continue
    const spellings = BY_FIRST_WORD.get(match[0].toLowerCase())
    const fitting = spellings?.find(
      ({ lower }) =>
        spelled.slice(start, start + lower.length).toLowerCase() === lower &&
        !/^[\p{L}\p{N}]/u.test(spelled.slice(start + lower.length, start + lower.length + 1)),
    )
    if (fitting === undefined) continue
    const end = start + fitting.lower.length
    found.push({ start, end, pattern: fitting.pattern, state: stateBehind(text, end) })
    last = end
  }
  return found
}

/** Words before a particle that make the name behind it a place: "Prefeitura de Campinas". Folded. */
const OF_PLACE = wordSet('prefeitura municipio cidade comarca prefeito prefeita distrito vila interior')

const isDoubtful = (folded: string) =>
  COMMON.has(folded) ||
  STATES.some((state) => state.folded.startsWith(` ${folded} `)) ||
  isFirstName(folded.split(' ')[0] ?? '')

/**
 * Whether the word in front says that the name is a place: "em Campinas", not "Casa de Campinas". `isNear` tells that the text
 * speaks of its state: then an article may stand in front, as in "no Crato".
 */
function isPlaceBefore(text: string, start: number, isNear: boolean): boolean {
  const before = wordBefore(text, start)
  if (before === undefined) return false
  if (before.gap === ', ') return true
  // The text has blanks in place of the marks of bold words and links.
  if (!/^ +$/.test(before.gap) || !PLACE_BEFORE.has(foldWord(before.word))) return false
  const noun = wordBefore(text, before.start)
  const isOfPlace = noun !== undefined && OF_PLACE.has(foldWord(noun.word))
  if (hasArticle(text, start) && !isNear && !isOfPlace) return false
  if (!/^d[aeo]$/.test(before.word)) return true
  return noun === undefined || !/^\p{Lu}/u.test(noun.word) || isOfPlace
}

/** Nouns of towns alone, so that even a name that is also a word is the town's: "município de Sonora". */
const OF_TOWN = /(?<!\p{L})(?:municípios?|cidades?|prefeituras?|prefeit[oa]s?) de\s+$/iu
const OF_TOWN_CHARACTERS = 20
const isMunicipalityOf = (text: string, start: number): boolean =>
  OF_TOWN.test(text.slice(Math.max(0, start - OF_TOWN_CHARACTERS), start))

/**
 * Finds the municipalities that a text names. `states` are those that the text or its agency speaks of, by code: of
 * municipalities with one name, the one in such a state counts. A name that is also a word or a person's needs its state
 * behind it. Takes time linear in the length of the text.
 */
export function findMunicipalities(text: string, states: ReadonlySet<string>): FoundPlace[] {
  const candidates = listCandidates(text)
  const certain = new Map<Pattern, Municipality>()
  const choose = ({ pattern, state }: Candidate): Municipality | undefined => {
    const { municipalities } = pattern
    if (state !== null) return municipalities.find((each) => each.state === state)
    const known = certain.get(pattern)
    if (known !== undefined) return known
    const near = municipalities.filter((each) => states.has(each.state))
    return near.length === 1 ? near[0] : municipalities.length === 1 ? municipalities[0] : undefined
  }
  for (const candidate of candidates) {
    const chosen = candidate.state === null ? undefined : choose(candidate)
    if (chosen !== undefined) certain.set(candidate.pattern, chosen)
  }
  const starts = new Set(candidates.map(({ start }) => start))
  // "Campos Novos, em Iracema" is a part of Iracema, not the town in another state.
  const outer = new Set(candidates.filter(({ end }) => starts.has(startOfOuterTown(text, end) ?? -1)))
  return candidates.flatMap((candidate) => {
    const { start, end, pattern, state } = candidate
    const chosen = choose(candidate)
    if (chosen === undefined) return []
    if (!certain.has(pattern)) {
      if (isDoubtful(pattern.folded) && !isMunicipalityOf(text, start)) return []
      if (isInside(text, start, end) || outer.has(candidate)) return []
      if (!isPlaceBefore(text, start, states.has(chosen.state))) return []
    } else if (state === null && isInside(text, start, end)) return []
    const isCertain = state !== null
    return [{ start, end, name: chosen.name, id: placeId(chosen.code), state: chosen.state, isCertain }]
  })
}
