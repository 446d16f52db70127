import { wordBefore } from '../words/surroundings.ts'

const PARTICLE = String.raw`(?:d[aeo]s?\s)?`
const WORD = String.raw`\p{Lu}[\p{L}'’-]*`
const NAME = String.raw`${WORD}(?:\s${PARTICLE}${WORD}){0,4}`
/** Behind these nouns stands the name of a part of a town, or of a water: "bairro de Santa Teresa", "barragem de Fundão". */
const ONE_OTHER =
  /(?<!\p{L})(?:bairro|barragem|rio|bacia|córrego|ribeirão|igarapé|açude|represa|assentamento|praia|constelação)\s(?:d[aeo]s?\s)?$/iu
/** The same of several: "rios Piracicaba, Capivari e Jundiaí". */
const SEVERAL_OTHERS = new RegExp(
  String.raw`(?<!\p{L})(?:[Bb]airros|[Bb]arragens|[Rr]ios|[Bb]acias|[Cc]órregos|[Ii]garapés|[Aa]çudes|[Rr]epresas|[Aa]ssentamentos|[Pp]raias)\s${PARTICLE}(?:${NAME}(?:,\s|,?\se\s)${PARTICLE})*$`,
  'u',
)
/** A list of names is looked back over this far. */
const LIST_CHARACTERS = 160
/** "Novo Acordo do Rio Doce", "Três Corações de Jesus": the name goes on. */
const GOES_ON = /^ d[aeo]s? \p{Lu}/u
const GOES_ON_CHARACTERS = 6
const INSIDE_OF = /^,\s(?:em|no município de|na cidade de)\s/u
const INSIDE_OF_CHARACTERS = 25

/** Whether a name that is also a town's is that of a part of a town, of a water, or the beginning of a longer name. */
export function isOtherName(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - LIST_CHARACTERS), start)
  return (
    GOES_ON.test(text.slice(end, end + GOES_ON_CHARACTERS)) ||
    ONE_OTHER.test(before) ||
    SEVERAL_OTHERS.test(before)
  )
}

/** Whether a contraction with an article stands in front, which hardly any town has: "no Maracanã", "da Suzano". */
export const hasArticle = (text: string, start: number): boolean =>
  /^[dn][oa]$/i.test(wordBefore(text, start)?.word ?? '')

/** Returns where the name of the town begins in which a place lies by the words behind it: "Campos Novos, em Iracema". */
export function startOfOuterTown(text: string, end: number): number | null {
  const joint = INSIDE_OF.exec(text.slice(end, end + INSIDE_OF_CHARACTERS))
  return joint === null ? null : end + joint[0].length
}
