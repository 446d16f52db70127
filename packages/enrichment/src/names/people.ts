import { foldName } from '@pauta/platform/text/fold-text'
import { wordBefore } from '../surroundings.ts'
import { isFirstName } from './first-names.ts'
import { isMunicipality } from './municipalities.ts'
import { listNameRuns, type NameRun } from './name-runs.ts'
import { wordSet } from '../word-set.ts'

/** A person as a text names them. Offsets are half-open UTF-16. */
export interface FoundPerson {
  start: number
  end: number
  /** The longest form of the name in the text. */
  name: string
  /** The office beside the name, such as "presidente do FNDE"; null when the text states none. */
  office: string | null
}

/** Offices and callings that stand before or behind a name. Folded. */
const OFFICES = wordSet(`
  ministro ministra presidente presidenta vice-presidente senador senadora deputado deputada governador governadora
  vice-governador vice-governadora prefeito prefeita vice-prefeito vice-prefeita vereador vereadora secretario secretaria
  subsecretario subsecretaria diretor diretora diretor-geral diretora-geral diretor-presidente diretora-presidente
  superintendente coordenador coordenadora coordenador-geral coordenadora-geral chefe gerente gerente-executivo
  gerente-executiva professor professora doutor doutora pesquisador pesquisadora reitor reitora vice-reitor pro-reitor
  pro-reitora embaixador embaixadora consul general almirante brigadeiro coronel tenente-coronel major capitao tenente
  sargento delegado delegada juiz juiza desembargador desembargadora procurador procuradora procurador-geral advogado
  advogada defensor defensora promotor promotora conselheiro conselheira ouvidor ouvidora corregedor corregedora assessor
  assessora analista tecnico tecnica especialista engenheiro engenheira medico medica enfermeiro enfermeira agricultor
  agricultora produtor produtora empresario empresaria cantor cantora ator atriz escritor escritora artista diretora-executiva
  diretor-executivo secretario-executivo secretaria-executiva secretario-geral secretaria-geral comandante estudante aluno
  aluna servidor servidora morador moradora beneficiario beneficiaria lider cacique cientista biologo biologa economista
  jornalista atleta treinador treinadora tecnologo auditor auditora fiscal perito perita gestor gestora dirigente
  representante fundador fundadora socio socia curador curadora pastor padre bispo papa rei rainha principe princesa
  primeiro-ministro primeira-ministra chanceler comissario comissaria interventor titular copeiro copeira motorista
  paciente mestre mestra dona dr dra prof profa sr sra
`)
/** Verbs of speech, before or behind a name. Folded. */
const SPEECH = wordSet(`
  disse afirmou explicou destacou declarou ressaltou comentou contou lembrou avaliou anunciou reforcou acrescentou concluiu
  defendeu informou relatou pontuou enfatizou salientou completou observou celebrou comemorou agradeceu garantiu explica
  afirma destaca conta diz ressalta avalia relata comenta lembra reforca completa conclui defende pontua enfatiza celebra
  comemora revela revelou apontou aponta detalhou detalha frisou frisa
`)
/** Words that no name of a person has. Folded. */
const NOT_OF_PEOPLE = wordSet(`
  abril acesse acordo advocacia aeroporto africa agencia agora agosto agricultura amazonia ambiente america ano asia
  assembleia assessoria assistencia associacao associado auditorio aula auxilio avenida bacia bairro bancada banco
  biblioteca boletim bolsa brasil brasileira brasileiro brasileiros caatinga cada camara campeonato campus carnaval
  casa censo central centro centro-oeste cerrado cidade ciencia codigo comissao comite companhia complexo
  comunicacao confederacao conferencia confira congresso conselho contabilidade conteudo controladoria convencao
  coordenacao copa correios cultura curso decreto defensoria departamento desenvolvimento dezembro dia diario
  diretoria distrito domingo economia edital educacao empresa encontro enem escola esplanada esporte estado estados
  estadual europa executiva executivo faculdade fazenda federacao federal feira ferrovia festival fevereiro floresta
  forum foto fotos frente fundacao fundo geral governo grupo guia hospital ilha imagem indice indigena inovacao
  inscricoes instituto janeiro jogos jornal julho junho justica laboratorio lei leia leste liga maio mais manual
  mapa marco meio menos mes ministerio missao municipal municipio museu nacional nacoes natal nordeste norma norte
  nossa nova novembro novo observatorio oceania oceano oeste oficial olimpiadas operacao ordem organizacao outubro
  palacio pantanal parlamentar parque pascoa pesquisa petrobras planalto plano policia politica polo portal portaria
  porto praca praia prefeitura premio presidencia procuradoria programa projeto protocolo prova publica publico
  quarta-feira quilombo quinta-feira radio receita rede referencia regional regulatoria relatorio republica reserva
  rodovia rua sabado saiba sala santa santo sao saude secretaria segunda-feira seguranca semana seminario senado
  senhora serra servico setembro sexta-feira sindicato sistema social sudeste sul superintendencia superior supremo
  taxa teatro tecnologia terca-feira terra todos trabalho tratado tribunal turismo tv uniao unidade unidas
  universidade vale veja vida video
`)
/** Words after which a person's name is the name of something else: "Rua Maria Quitéria", "Lei Maria da Penha". Folded. */
const NAMED_AFTER = wordSet(`
  acude aerodromo aeroporto auditorio av avenida bairro barragem biblioteca bolsa campus casa centro cidade colegio
  comenda complexo conjunto edificio edital em escola espaco estadio estrada faculdade fundacao galeria ginasio
  hidreletrica hospital instituto laboratorio lei maternidade medalha memorial municipio museu navio operacao
  palacio parque plataforma ponte porto praca premio programa residencial rodovia rua sala santa santo sao teatro
  terminal travessa trofeu ubs universidade upa usina viaduto
`)
/** Names of one word that need no further evidence than the office before them. */
const FULL_NAMES: ReadonlyMap<string, string> = new Map([['lula', 'Luiz Inácio Lula da Silva']])

const OFFICE_BEFORE = /(?<![\p{L}-])(\p{L}[\p{L}-]{2,})((?:\s[^\s.;:!?()“”"]+){0,14}?),\s(?:[oa]\s)?$/u
const OFFICE_DIRECT = /(?<![\p{L}-])(\p{L}[\p{L}.-]*)\s$/u
const OFFICE_LONG = /(?<![\p{L}-])(\p{L}[\p{L}-]{2,})(\s(?:d[aeo]s?|em|para)\s[^,.;:!?()“”"\n]{2,90}?)\s$/u
const OFFICE_AFTER = /^,\s(?:[oa]\s)?(\p{L}[\p{L}-]{2,})((?:\s[^\s,.;:!?()–]+){0,10})/u
const SPEECH_BEFORE = /(?<!\p{L})(\p{L}+)(?:\s[oa])?\s$/u
const SPEECH_AFTER = /^,?\s(\p{L}+)/u
/** Shorter words are rarely the part of a name that stands alone. */
const PART_MIN_CHARACTERS = 4
const BEFORE_CHARACTERS = 160
const AFTER_CHARACTERS = 120

/** Without its accent, "secretaria" is an office of many people. */
const isOffice = (word: string | undefined) =>
  word !== undefined && OFFICES.has(fold(word)) && word.toLowerCase() !== 'secretaria'
/** Keeps hyphens, which join the words of offices. */
const fold = (word: string) => word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\.$/, '')

interface Evidence {
  office: string | null
}

/** What a text says around a run of capitalised words, if it says that the run is a person. */
function evidenceOf(text: string, run: NameRun): Evidence | null {
  const before = text.slice(Math.max(0, run.start - BEFORE_CHARACTERS), run.start)
  const after = text.slice(run.end, run.end + AFTER_CHARACTERS)
  const direct = OFFICE_DIRECT.exec(before)?.[1]
  if (isOffice(direct)) return { office: direct ?? null }
  if (run.words.length < 2) return null
  const comma = OFFICE_BEFORE.exec(before)
  if (comma !== null && isOffice(comma[1])) return { office: `${comma[1]}${comma[2]}` }
  const long = OFFICE_LONG.exec(before)
  if (long !== null && isOffice(long[1])) return { office: `${long[1]}${long[2]}`.trim() }
  const behind = OFFICE_AFTER.exec(after)
  if (behind !== null && isOffice(behind[1])) return { office: `${behind[1]}${behind[2]}` }
  const says = SPEECH_BEFORE.exec(before)?.[1]
  if (says !== undefined && SPEECH.has(fold(says))) return { office: null }
  const said = SPEECH_AFTER.exec(after)?.[1]
  if (said !== undefined && SPEECH.has(fold(said))) return { office: null }
  return null
}

/** A part of a run that may be a name, and the office in front of it in the same run. */
interface Part extends NameRun {
  office: string | null
}

const partOf = (run: NameRun, from: number, to = run.words.length): NameRun => {
  const words = run.words.slice(from, to)
  const last = words.at(-1)
  return {
    start: words[0]?.start ?? run.end,
    end: last === undefined ? run.end : last.start + last.text.length,
    words,
  }
}

/** Splits "Elza Soares e Dona Ivone Lara": behind "e" stands another first name or office. */
function splitPeople(text: string, run: NameRun): NameRun[] {
  const parts: NameRun[] = []
  let from = 0
  for (let at = 1; at < run.words.length; at += 1) {
    const [before, word] = [run.words[at - 1], run.words[at]]
    if (before === undefined || word === undefined) continue
    const gap = text.slice(before.start + before.text.length, word.start)
    if (!/^[\s]e[\s]$/u.test(gap) || !(isFirstName(word.text) || isOffice(word.text))) continue
    parts.push(partOf(run, from, at))
    from = at
  }
  return [...parts, from === 0 ? run : partOf(run, from)]
}

/** Words that only begin a sentence. Folded. */
const OPENERS = wordSet(`
  o a os as em no na nos nas para por pelo pela com sem de do da dos das ao aos apos antes durante alem ja mas entre ate sobre
  sob segundo conforme como quando onde porque se que e ou um uma hoje ontem agora ainda tambem foi sao este esta esse essa
  desde contra pois assim depois enquanto embora so apenas nao sim
`)

/** Takes words that only open the sentence, and an office, off a run: "O Ministro da Saúde Alexandre Padilha". */
function trim(text: string, run: NameRun): Part | null {
  const named = run.words.findIndex(({ text: word }) => isFirstName(word))
  const from = run.words.findIndex(({ text: word }) => !OPENERS.has(foldName(word)))
  if (from < 0) return null
  const first = run.words[from]
  if (first === undefined) return null
  if (isOffice(first.text) && !isFirstName(first.text)) {
    const next = named > from ? named : from + 1
    const part = partOf(run, next)
    const gap = text.slice(first.start + first.text.length, part.start)
    // "Morador do Gama" names no person; "Ministro da Saúde Alexandre Padilha" does.
    if (part.words.length === 0 || (named <= from && gap.trim() !== '')) return null
    if (named <= from && part.words.length === 1) return null
    return { ...part, office: text.slice(first.start, part.start).trim() }
  }
  return { ...partOf(run, from), office: null }
}

/** Endings of words that are no surnames: "Internacionais", "Programas Estratégicos". */
const COMMON_ENDING =
  /(?:ção|ções|são|sões|mentos?|dades?|ais|icos|icas|ismo|istas?|ncias?|ivas?|ivos?|ores|adas?|ados?)$/iu

const isImpossible = ({ words: parts }: NameRun) =>
  parts.some(({ text }) => NOT_OF_PEOPLE.has(foldName(text)) || /^\p{Lu}{2,}$/u.test(text))

/** Judges a run alone: the person it names, or null. */
function readPerson(text: string, run: NameRun): FoundPerson | null {
  const name = trim(text, run)
  if (name === null || isImpossible(name)) return null
  const evidence = name.office === null ? evidenceOf(text, name) : { office: name.office }
  const [first] = name.words
  const isNamed = isFirstName(first?.text ?? '')
  const previous = wordBefore(text, name.start)
  const isNamedAfter = previous?.gap === ' ' && NAMED_AFTER.has(foldName(previous.word))
  const spelled = text.slice(name.start, name.end).replace(/\s+/g, ' ')
  const isFull = name.words.length >= 2 && isNamed && !isNamedAfter && !isMunicipality(spelled)
  const isOdd = / e /.test(spelled) || name.words.some(({ text: word }) => COMMON_ENDING.test(word))
  if (!isFull && (evidence === null || (!isNamed && isOdd))) return null
  return { start: name.start, end: name.end, name: spelled, office: evidence?.office ?? null }
}

const tokensOf = (name: string) =>
  foldName(name)
    .split(' ')
    .filter((word) => word.length > 3 || !/^(?:d[aeo]s?|e|del|di)$/.test(word))

/** Whether all words of the shorter name stand in the longer one in the same order. */
function isPartOf(part: readonly string[], whole: readonly string[]): boolean {
  let at = 0
  for (const word of whole) if (word === part[at]) at += 1
  return at === part.length
}

/**
 * Finds the people that a text names: first names with a surname, and capitalised words beside an office or a verb of
 * speech. After a full name, parts of it name the same person. Takes time linear in the length of the text.
 */
export function findPeople(text: string): FoundPerson[] {
  const runs = listNameRuns(text).flatMap((run) => splitPeople(text, run))
  const found = runs.flatMap((run) => readPerson(text, run) ?? [])
  const known = found
    .map((person) => ({ ...person, name: FULL_NAMES.get(foldName(person.name)) ?? person.name }))
    .toSorted((a, b) => tokensOf(b.name).length - tokensOf(a.name).length || b.name.length - a.name.length)
  const people: { name: string; tokens: string[] }[] = []
  for (const { name } of known) {
    const tokens = tokensOf(name)
    if (tokens.length > 0 && !people.some((person) => isPartOf(tokens, person.tokens)))
      people.push({ name, tokens })
  }
  const nameOf = (tokens: readonly string[]) => people.find((person) => isPartOf(tokens, person.tokens))?.name
  const byStart = new Map(found.map((person) => [person.start, person]))
  const mentions: FoundPerson[] = found.flatMap((person) => {
    const name = nameOf(tokensOf(FULL_NAMES.get(foldName(person.name)) ?? person.name))
    return name === undefined ? [] : [{ ...person, name }]
  })
  for (const run of runs) {
    const [only, ...others] = run.words.filter(({ text: word }) => !OPENERS.has(foldName(word)))
    if (only === undefined || others.length > 0 || byStart.has(only.start)) continue
    const folded = foldName(only.text)
    if (folded.length < PART_MIN_CHARACTERS || NOT_OF_PEOPLE.has(folded)) continue
    const name = nameOf([folded])
    if (name !== undefined)
      mentions.push({ start: only.start, end: only.start + only.text.length, name, office: null })
  }
  return mentions.toSorted((a, b) => a.start - b.start)
}
