import { isMunicipality } from './municipalities.ts'
import { OFFICES, POSTS } from './person-words.ts'
import { rememberByWord } from '../words/remember-by-word.ts'
import { wordSet } from '../words/word-set.ts'

/** Most words of an office: "secretário nacional de Meio Ambiente Urbano, Recursos Hídricos e Qualidade Ambiental". */
const OFFICE_WORDS_MAX = 22
/** Longest office that is kept. */
const OFFICE_MAX_CHARACTERS = 160

/** Keeps hyphens, which join the words of offices. */
const fold = (word: string) =>
  /^[a-z]+$/.test(word) ? word : word.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().replace(/\.$/, '')

const PREFIX = /^(?:ex|vice|sub|co|pro|entao)-/
/** Plural forms: "as ministras", "os diretores", "os generais". */
const singularsOf = (word: string): readonly string[] =>
  word.endsWith('s')
    ? [word.slice(0, -1), word.replace(/es$/, ''), word.replace(/ais$/, 'al'), word.replace(/oes$/, 'ao')]
    : [word]

const readOffice = rememberByWord<boolean>((word) => {
  // Without its accent, "secretaria" is an office of many people; "país" is no plural of "pai".
  if (/^(?:secretarias?(?:-\p{L}+)?|país)$/iu.test(word)) return false
  const folded = fold(word).replace(PREFIX, '')
  const head = folded.split('-')[0] ?? ''
  return (
    singularsOf(folded).some((each) => OFFICES.has(each)) ||
    singularsOf(head).some((each) => OFFICES.has(each))
  )
})

/** Whether a word is an office or a calling: "ministra", "ex-presidente", "diretores", "secretário-executivo". */
export const isOffice = (word: string | undefined): boolean => word !== undefined && readOffice(word)

/** Whether a word opens names of posts as well: "Agente Censitário Supervisor". */
export const isPost = (word: string): boolean => singularsOf(fold(word)).some((each) => POSTS.has(each))

/** Words that join an office to what it is of. */
const OF = wordSet('de do da dos das d’ d em no na nos nas para à ao às aos e a o')
/** Words that stand between an office and what it is of. Folded. */
const KINDS = wordSet(`
  nacional federal estadual municipal distrital geral executivo executiva substituto substituta interino interina adjunto
  adjunta especial regional tecnico tecnica cientifico cientifica ambiental financeiro financeira administrativo
  administrativa comercial juridico juridica presidente emerito emerita titular efetivo efetiva honorario assistente chefe
  senior associado associada convidado convidada visitante principal responsavel extraordinario extraordinaria legislativo
  brasileiro brasileira operacional institucional social civil militar clinico clinica artistico artistica pedagogico
  pedagogica internacional global local sectorial setorial indigena quilombola rural familiar aposentado aposentada publico
  publica politico politica interna externo externa superior academico academica esportivo esportiva cultural industrial
  agricola florestal criminal penal eleitoral corporativo corporativa licenciado licenciada eleito eleita terceirizado
  terceirizada
`)
/** Whether a word tells the kind of an office: "nacional", "adjunto". */
export const isKind = (word: string): boolean => KINDS.has(fold(word))

/** Words that begin another part of the sentence. Folded. */
const BREAKS = wordSet(`
  que quando onde como com por pelo pela pelos pelas apos durante sobre entre desde ate contra segundo conforme nesta neste
  nessa nesse ontem hoje foi foram era eram esta estao estava tem teve ter vai sera disse diz fez veio se nao tambem
  ja mas porem sua seu suas seus este esse essa isso um uma mais
`)
const isVerb = (word: string) =>
  /^\p{Ll}+(?:ou|iu|aram|eram|iram)$/u.test(word) || word === 'é' || word === 'são'

/** Whether words continue an office: "nacional de Saúde", not "falou em Caruaru" or "Marina Silva". */
function continuesOffice(words: readonly string[]): boolean {
  const end = words.findIndex((word) => !isKind(word.replace(/,$/, '')))
  if (end < 0) return true
  if (!OF.has((words[end] ?? '').toLowerCase())) return false
  return words.slice(end).every((word) => {
    const bare = word.replace(/,$/, '')
    return !isVerb(bare) && !BREAKS.has(fold(bare))
  })
}

/**
 * Whether a word is an office that only tells the kind of the one in front of it: "adjunta" in "ministra adjunta", or that of
 * a body: "Executiva" in "Secretaria Executiva".
 */
function isKindOfOffice(words: readonly string[], at: number): boolean {
  const [before = '', word = ''] = [words[at - 1], words[at]]
  if (!isKind(word)) return false
  if (/^\p{Lu}\p{Ll}/u.test(word) && /^(?:Secretaria|Diretoria)$/.test(before)) return true
  const head = words.findLastIndex((word, place) => place < at && (isOffice(word) || !isKind(word)))
  return isOffice(words[head])
}

/**
 * Whether a plural with a capital belongs to a name: "Agentes" in "Confederação dos Agentes de Saúde" and "Assuntos
 * Parlamentares". "Os Ministros Esther Dweck e Rui Costa" has the plural directly before a name.
 */
function isPluralInName(words: readonly string[], at: number, isDirect: boolean): boolean {
  const word = words[at] ?? ''
  if (!/^\p{Lu}\p{Ll}.*s$/u.test(word)) return false
  const before = words[at - 1] ?? ''
  if (/^\p{Lu}/u.test(before) && !isOffice(before)) return !/^(?:[OA]s|Com|Entre)$/.test(before)
  return OF.has(before) && !(isDirect && at === words.length - 1)
}

/** Most words of a town whose name begins with an office: "Juiz de Fora". */
const TOWN_WORDS_MAX = 4

/** Whether a word with a capital begins the name of a town: "Juiz" in "prefeita de Juiz de Fora". */
const isTown = (words: readonly string[], at: number): boolean =>
  /^\p{Lu}/u.test(words[at] ?? '') &&
  Array.from({ length: TOWN_WORDS_MAX - 1 }, (_, more) => words.slice(at, at + more + 2)).some((name) =>
    isMunicipality(name.join(' ').replace(/,$/, '')),
  )

/** The text has blanks in place of the marks of bold words, so several may follow a comma. */
const TAIL = /(,\s+(?:[oa]s?\s+)?|\s)$/u
const CLAUSE = /[!?;:“”"()\n]|\.(?=\s)/u
const BRACKETS = /\s?\([^()\n]{1,80}\)/gu
const TITLE_DOT = /(?<=(?:^|[\s(])(?:Prof|Profa|Dr|Dra|Sr|Sra|Eng|MSc|prof|profa|dr|dra|sr|sra))\./gu

/**
 * Returns the office that a text states before a name, such as "presidente do FNDE" in "a presidente do FNDE, Fernanda",
 * or null. `before` ends where the name begins.
 */
export function officeBefore(before: string): string | null {
  const clause = before.replace(TITLE_DOT, '').replace(BRACKETS, '').split(CLAUSE).at(-1) ?? ''
  const tail = TAIL.exec(clause)?.[1]
  if (tail === undefined) return null
  const words = clause.slice(0, -tail.length).trim().split(/\s+/)
  for (let at = words.length - 1; at >= 0 && words.length - at <= OFFICE_WORDS_MAX; at -= 1) {
    const word = words[at] ?? ''
    if (!isOffice(word.replace(/,$/, '')) || isKindOfOffice(words, at)) continue
    if (isPluralInName(words, at, tail === ' ') || isTown(words, at)) continue
    const rest = words.slice(at + 1)
    if (word.endsWith(',')) return null
    // "chefe de governo de Tel Aviv": what follows the preposition is no person.
    if (tail === ' ' && OF.has(rest.at(-1) ?? '')) return null
    if (!continuesOffice(rest)) return null
    // "vice-presidente e ministro": the words in front belong to the office.
    const office = [word, ...rest].join(' ')
    return office.length > OFFICE_MAX_CHARACTERS ? word : office
  }
  return null
}

const AFTER = /^(?:,\s|\s\(|\s[–—-]\s)(?:([oa])\s)?(\p{L}[\p{L}-]+)((?:\s[^\s,.;:!?()–—]+){0,14})/u

/**
 * Returns the office that a text states behind a name, such as "copeira" in "Carla, copeira há dez anos,", or null.
 * `after` begins where the name ends. `isNamed` tells that the name is certainly a person's: else an article begins
 * another part of the sentence.
 */
export function officeAfter(after: string, isNamed: boolean): string | null {
  const match = AFTER.exec(after)
  if (match === null || !isOffice(match[2]) || /^\p{Lu}/u.test(match[3]?.trim() ?? '')) return null
  if (match[1] !== undefined && !isNamed) return null
  const rest = (match[3] ?? '').trim().split(/\s+/).filter(Boolean)
  const end = rest.findIndex((word) => isVerb(word) || BREAKS.has(fold(word)))
  const kept = end < 0 ? rest : rest.slice(0, end)
  // ", a secretária nacional Luisa Parente": the office is of the next name.
  if (
    match[1] !== undefined &&
    kept.some(
      (word, at) =>
        /^\p{Lu}/u.test(word) && !OF.has(kept[at - 1] ?? '') && !/^\p{Lu}/u.test(kept[at - 1] ?? ''),
    )
  )
    return null
  while (OF.has(kept.at(-1) ?? '')) kept.pop()
  const office = [match[2] ?? '', ...kept]
  return isTown(office, 0) ? null : office.join(' ').slice(0, OFFICE_MAX_CHARACTERS)
}
