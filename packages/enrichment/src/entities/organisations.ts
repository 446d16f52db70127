import { foldName } from '@pauta/platform/text/fold-text'
import { isFirstName } from './first-names.ts'
import { isMunicipality } from './municipalities.ts'
import { STATE_BY_NAME } from '../registry/states.ts'

/** An organisation that a text names by what it is. Offsets are half-open UTF-16. */
export interface FoundOrganisation {
  start: number
  end: number
  /** The full name, without its acronym. */
  name: string
  acronym: string | null
}

const HEADS = String.raw`Ministério|Secretaria|Subsecretaria|Instituto|Fundação|Agência|(?:Pontifícia )?Universidade|Conselho|Comissão|Companhia|Empresa|Banco|Associação|Confederação|Federação|Câmara|Tribunal|Superintendência|Departamento|Defensoria|Procuradoria|Controladoria|Advocacia|Polícia|Centro|Serviço|Sindicato|Comitê|Organização|Justiça(?= (?:do Trabalho|Federal|Eleitoral|Militar|Desportiva)(?!\p{L}))|Escola|Faculdade|Assembleia|Cooperativa|Academia|Ordem|Corpo|Força|Guarda|Junta|Autarquia|Observatório|Laboratório|Núcleo|Consórcio|Sociedade|Casa|Coletivo|Movimento|Liga|União|Rede|Grupo|Museu|Biblioteca|Arquivo|Corregedoria|Ouvidoria|Diretoria|Coordenação|Corporação|Hospital|Maternidade|Santa Casa|Delegacia|Vara|Fórum|Frente Parlamentar|Gabinete|Escritório|Clube|Orquestra|Autoridade|Comando|Brigada|Batalhão|Colégio|Memorial|Partido`
const WORD = String.raw`\p{Lu}[\p{L}\p{M}]*(?:[-–]\p{L}[\p{L}\p{M}]*)*`
const JOIN = String.raw`[ ](?:d[aeo]s?|para|em|n[ao]s?|e(?:[ ]d[aeo]s?)?|a|à|às|ao|aos|pel[ao]|sobre|contra)(?:[ ](?:a|o|as|os|à))?`
/** "Agricultura, Pecuária e Abastecimento": behind the commas of a list "e" follows. */
const COMMA = String.raw`,(?=(?:[ ](?:d[aeo]s?[ ])?${WORD}){1,3}(?:,(?:[ ](?:d[aeo]s?[ ])?${WORD}){1,3})?,?[ ]e[ ])`
/** A word of a company: a single letter is none. */
const OWN = String.raw`\p{Lu}[\p{L}\p{M}]+(?:[-–]\p{L}[\p{L}\p{M}]*)*`
/** A name: its kind, then capitalised words with the words that join them. */
const NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?:${HEADS})(?:[-–]\p{Lu}\p{L}*)?(?![\p{L}-])(?:(?:${JOIN}){0,1}[ ]${WORD}(?:${COMMA})?){1,12}`,
  'gu',
)
const ACRONYM = /^\s?\(\s?(\p{Lu}[\p{L}\p{N}-]{1,14})(?:\s?[/–-]\s?[\p{L}\p{N}-]+)?\s?\)/u
const HEAD = new RegExp(String.raw`^(?:${HEADS})$`, 'u')
/** Where another organisation begins: "Secretaria de Prêmios do Ministério da Fazenda", not "Patrimônio da União". */
const NEXT_HEAD = new RegExp(
  String.raw`(?:[ ]e(?:[ ]d[aeo]s?)?|(?<= \S+ \S+)[ ](?:d[aeo]s?|com|em|n[ao]s?|à|ao))[ ](?:a[ ]|o[ ]|à[ ]|ao[ ])?(?!União(?![ ]\p{Lu}))(?:${HEADS})(?![\p{L}-])`,
  'u',
)
/** "Universidade Federal do Piauí em Teresina": where the organisation is does not belong to its name. Saúde is also a matter. */
const WHERE = /\s(?:em|n[ao]s?)\s(?=(?!Saúde)(\p{Lu}.*)$)/gu
const KEEPS_WHERE = /^(?:Superintendência|Procuradoria|Delegacia|Escritório|Movimento)$/u
/** "Ministério Público, do Poder Judiciário e": another body, unless the body is of several matters. */
const LISTED = /,\s(?:d[aeo]s?)\s/u
const OF_MATTERS = /^(?:Ministério (?!Público)|Secretaria|Subsecretaria|Comissão|Departamento)/u
/** Kinds that have no matters of their own: behind a comma or "e a" another thing begins. */
const NO_MATTERS =
  /^(?:Polícia|Banco|Justiça|Universidade|Casa|Tribunal|Câmara|Assembleia|Força|Corpo|Guarda|Hospital|Clube|Defensoria|Advocacia)\s/u
/** Names that many bodies have. */
const GENERIC =
  /^(?:Sociedade Civil|Agência (?:Mundial|Internacional|Nacional|Reguladora|Federal)|Federação (?:Internacional|Nacional)|Organização (?:Internacional|Mundial|Nacional)|Comissão (?:Nacional|Especial|Mista)|Secretaria (?:Nacional|Especial|Executiva|Municipal|Estadual)|Instituto (?:Nacional|Federal)|Universidade (?:Federal|Estadual)|Conselho (?:Nacional|Federal|Estadual|Municipal)|Arquivo Pessoal|Serviço Público|Comitê (?:Nacional|Gestor)|Conselho Consultivo|Diretoria Colegiada)$/u
/** Kinds that are organisations only with a name of their own of two words or with an acronym. */
const VAGUE =
  /^(?:Casa|Grupo|Rede|Centro|Liga|União|Movimento|Núcleo|Força|Ordem|Corpo|Vara|Escola|Serviço|Sociedade|Coordenação|Diretoria|Banco|Hospital|Empresa|Museu|Coletivo|Guarda|Fórum|Gabinete|Escritório|Clube|Autoridade|Comando|Brigada|Batalhão|Colégio|Memorial|Partido|Arquivo|Departamento|Ouvidoria)$/u
/** "Conselho em Brasília", "Agência, a Secretaria": such words behind the kind begin something else. */
const BREAKS_HEAD = /^\S+\s(?:em|n[ao]s?|e|a|à|às|ao|aos|pel[ao]|contra)\s/u
/** A company by the word in front: "a empresa Senha Segura", "a farmacêutica Novartis". */
const COMPANY = new RegExp(
  String.raw`(?<!\p{L})(?:empresa|construtora|concessionária|farmacêutica|montadora|startup|multinacional|estatal|mineradora|petroleira|operadora|seguradora|fabricante|ONG|organização|facção|associação|instituto|fundação|cooperativa|sindicato)[ ](${OWN}(?:[ ](?:(?:d[aeo]s?|&)[ ])?${OWN}){0,4})`,
  'gu',
)
/** A company by the end of its name: "Rio Brasil Participações", "Novartis Biociências S.A". */
const COMPANY_END = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(${OWN}(?:[ ](?:(?:d[aeo]s?|e|&)[ ])?${OWN}){0,4})[ ,]{1,2}(?:S\.?[/ ]?A\b\.?|S/A|Ltda\b\.?|Inc\b\.?)|(?<![\p{L}\p{N}-])(${OWN}(?:[ ](?:(?:d[aeo]s?|e)[ ])?${OWN}){0,3}[ ](?:Participações|Biociências|Mobility|Airlines|Airways|Foundation|Company|Group|Construtora|Empreendimentos|Holding))(?![\p{L}-])`,
  'gu',
)
const HAS_COMPANY_END =
  /S\.?[/ ]?A\b|Ltda|Inc\b|Participações|Biociências|Mobility|Air(?:lines|ways)|Foundation|Company|Group|Construtora|Empreendimentos|Holding/u
const ARTICLE = /^(?:A|O|As|Os|Na|No|Da|Do|Em|Pela|Pelo)\s/u
/** A blank, brackets and the longest acronym with that of its ministry. */
const ACRONYM_CHARACTERS = 40
const WORDS_MAX = 16
const WORDS_MIN = 2

/** Whether a name begins with a town, a state or the country. */
function isPlaceName(name: string): boolean {
  const words = name.split(' ')
  return words.some((_, at) => {
    const spelled = words
      .slice(0, at + 1)
      .join(' ')
      .replace(/,$/, '')
    return isMunicipality(spelled) || STATE_BY_NAME.has(spelled) || spelled === 'Brasil'
  })
}

/** Cuts a spelled name where another thing begins: another organisation, a person, a place. */
function cut(whole: string): string {
  const [kind = ''] = whole.split(' ')
  const next = NEXT_HEAD.exec(whole.slice(kind.length))
  let name = next === null ? whole : whole.slice(0, kind.length + next.index)
  const where = KEEPS_WHERE.test(kind)
    ? undefined
    : [...name.matchAll(WHERE)].find(([, place]) => isPlaceName(place ?? ''))
  if (where !== undefined) name = name.slice(0, where.index)
  const listed = OF_MATTERS.test(name) ? null : (NO_MATTERS.test(name) ? /,\s/u : LISTED).exec(name)
  if (listed !== null) name = name.slice(0, listed.index)
  name = name.replace(/\se\s[oa]\s(?=\p{Lu}).*$/u, '')
  // "Ministério da Saúde, João Silva e Maria": people follow; "e Ibama": an acronym.
  for (const match of name.matchAll(/(?:,| e)(?: [oa])? (\p{Lu}[\p{L}\p{N}-]*)/gu)) {
    const word = match[1] ?? ''
    if (!isFirstName(word) && !/^\p{Lu}{2,}/u.test(word) && !HEAD.test(word)) continue
    name = name.slice(0, match.index)
    break
  }
  return name.replace(/(?:,|\s(?:d[aeo]s?|e|para|em|n[ao]s?|[oaà]s?|aos?|com))+$/u, '')
}

/** "Ministério da Gestão e da Inovação (MGI)": the letters of the acronym say that "e da" belongs to the name. */
function withoutNext(text: string, start: number, name: string): string {
  const joint = name.search(/ e d[aeo]s? /)
  if (joint < 0) return name
  const acronym = ACRONYM.exec(text.slice(start + name.length, start + name.length + ACRONYM_CHARACTERS))?.[1]
  const initials = (name.match(/(?<!\p{L})\p{Lu}/gu) ?? []).join('')
  return acronym === initials ? name : name.slice(0, joint)
}

function findByKind(text: string): FoundOrganisation[] {
  const found: FoundOrganisation[] = []
  const pattern = new RegExp(NAME)
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const name = withoutNext(text, match.index, cut(match[0]))
    const [kind = ''] = name.split(' ')
    const end = match.index + name.length
    // Behind a shortened name another one begins.
    pattern.lastIndex = end
    const count = name.split(' ').length
    if (
      count < WORDS_MIN ||
      count > WORDS_MAX ||
      (GENERIC.test(name) && !text.startsWith(' (', end)) ||
      BREAKS_HEAD.test(`${name} `)
    )
      continue
    const acronym = ACRONYM.exec(text.slice(end, end + ACRONYM_CHARACTERS))?.[1] ?? null
    const isNamed = name.split(' ').filter((word) => /^\p{Lu}/u.test(word)).length > WORDS_MIN
    if (VAGUE.test(kind) && acronym === null && !isNamed) continue
    // "União, do Distrito Federal" and "União de São Paulo" name the country and a place.
    if (
      kind === 'União' &&
      acronym === null &&
      !/^União (?:Internacional|Nacional|Brasileira|dos|das)\s/u.test(name)
    )
      continue
    found.push({ start: match.index, end, name, acronym })
  }
  return found
}

function findCompanies(text: string): FoundOrganisation[] {
  const found: FoundOrganisation[] = []
  const add = (spelled: string | undefined, end: number) => {
    if (spelled === undefined) return
    const name = spelled.replace(ARTICLE, '')
    if (isMunicipality(name) || foldName(name).length < 3 || isFirstName(name.split(' ')[0] ?? '')) return
    found.push({ start: end - name.length, end, name, acronym: null })
  }
  for (const match of text.matchAll(COMPANY)) add(match[1], match.index + match[0].length)
  // Most texts name no such company, and the longer search is slow.
  if (!HAS_COMPANY_END.test(text)) return found
  for (const match of text.matchAll(COMPANY_END)) {
    const spelled = match[1] ?? match[2] ?? ''
    add(spelled, match.index + spelled.length)
  }
  return found
}

/**
 * Finds organisations by the kinds of organisations that their names begin with, companies by the words around their names,
 * and the acronyms that the text defines: "Instituto de Pesquisas (IP)". Behind such a definition, the acronym alone names
 * them. Takes time linear in the length of the text.
 */
export function findOrganisations(text: string): FoundOrganisation[] {
  const found = [...findByKind(text), ...findCompanies(text)]
  return [...found, ...findAcronyms(text, found)].toSorted((a, b) => a.start - b.start)
}

/** The mentions of acronyms that the text defines. */
function findAcronyms(text: string, found: readonly FoundOrganisation[]): FoundOrganisation[] {
  const defined = new Map(
    found.flatMap((each) => (each.acronym === null ? [] : [[each.acronym, each] as const])),
  )
  if (defined.size === 0) return []
  const mentions: FoundOrganisation[] = []
  for (const match of text.matchAll(/(?<![\p{L}\p{N}@./_-])\p{Lu}[\p{L}\p{N}-]{1,14}(?![\p{L}\p{N}@_])/gu)) {
    const organisation = defined.get(match[0])
    if (organisation !== undefined)
      mentions.push({ ...organisation, start: match.index, end: match.index + match[0].length })
  }
  return mentions
}
