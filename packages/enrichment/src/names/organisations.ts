/** An organisation that a text names by what it is. Offsets are half-open UTF-16. */
export interface FoundOrganisation {
  start: number
  end: number
  /** The full name, without its acronym. */
  name: string
  acronym: string | null
}

const HEADS = String.raw`Ministério|Secretaria|Subsecretaria|Instituto|Fundação|Agência|Universidade|Conselho|Comissão|Companhia|Empresa|Banco|Associação|Confederação|Federação|Câmara|Tribunal|Superintendência|Departamento|Defensoria|Procuradoria|Controladoria|Advocacia|Polícia|Centro|Serviço|Sindicato|Comitê|Organização|Justiça(?= (?:do Trabalho|Federal|Eleitoral|Militar)(?!\p{L}))|Escola|Faculdade|Assembleia|Cooperativa|Academia|Ordem|Corpo|Força|Guarda|Junta|Autarquia|Observatório|Laboratório|Núcleo|Consórcio|Sociedade|Casa|Coletivo|Movimento|Liga|União|Rede|Grupo|Museu|Biblioteca|Arquivo|Corregedoria|Ouvidoria|Diretoria|Coordenação|Corporação|Hospital|Santa Casa|Delegacia|Vara`
const WORD = String.raw`\p{Lu}[\p{L}\p{M}-]*`
const JOIN = String.raw`[ ](?:d[aeo]s?|para|em|n[ao]s?|e|a|à|às|ao|aos|pel[ao]|sobre|contra)(?:[ ](?:a|o|as|os|à))?`
/** A name: its kind, then capitalised words with the words that join them. */
const NAME = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?:${HEADS})(?![\p{L}-])(?:(?:,?${JOIN}){0,1}[ ]${WORD}(?:,(?= ${WORD},? e ))?){1,12}`,
  'gu',
)
const ACRONYM = /^\s?\((\p{Lu}[\p{L}\p{N}-]{1,14})(?:\s?[/–-]\s?[\p{L}\p{N}]+)?\)/u
/** Where another organisation begins: "Secretaria de Prêmios do Ministério da Fazenda". */
const NEXT_HEAD = new RegExp(
  String.raw`(?:[ ]e|(?<= \S+ \S+)[ ](?:d[aeo]s?|com|em|n[ao]s?))[ ](?:a[ ]|o[ ])?(?:${HEADS})(?![\p{L}-])`,
  'u',
)
/** Kinds that are organisations only with a name of their own of two words or with an acronym. */
const VAGUE =
  /^(?:Casa|Grupo|Rede|Centro|Liga|União|Movimento|Núcleo|Força|Ordem|Corpo|Vara|Escola|Serviço|Sociedade|Coordenação|Diretoria|Banco|Hospital|Empresa|Museu|Coletivo|Guarda)$/u
/** A blank, brackets and the longest acronym with that of its ministry. */
const ACRONYM_CHARACTERS = 40
const WORDS_MAX = 14
const WORDS_MIN = 2

/**
 * Finds organisations by the kinds of organisations that their names begin with, and the acronyms that the text defines
 * for them: "Instituto de Pesquisas (IP)". Behind such a definition, the acronym alone names them. Takes time linear in the
 * length of the text.
 */
export function findOrganisations(text: string): FoundOrganisation[] {
  const found: FoundOrganisation[] = []
  const pattern = new RegExp(NAME)
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const whole = match[0]
    const kind = whole.split(' ')[0] ?? ''
    const next = NEXT_HEAD.exec(whole.slice(kind.length))
    const name = next === null ? whole : whole.slice(0, kind.length + next.index)
    const count = name.split(' ').length
    const end = match.index + name.length
    // Behind a shortened name another one begins.
    pattern.lastIndex = end
    const acronym = ACRONYM.exec(text.slice(end, end + ACRONYM_CHARACTERS))?.[1] ?? null
    const isNamed = name.split(' ').filter((word) => /^\p{Lu}/u.test(word)).length > WORDS_MIN
    if (count < WORDS_MIN || count > WORDS_MAX || (VAGUE.test(kind) && acronym === null && !isNamed)) continue
    found.push({ start: match.index, end, name, acronym })
  }
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
