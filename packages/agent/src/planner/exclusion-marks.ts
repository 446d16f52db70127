import type { NameMatch } from '../names/name-index.ts'
import type { Word } from '../words/read-words.ts'
import { CONJUNCTIONS, isStopWord, REQUEST_WORDS, TOPIC_MARKERS, wordSet } from '../words/request-words.ts'

/** These words introduce what the reader does not want. Folded. Some of them have other uses, too: see `isMark`. */
const EXCLUDING_WORDS = wordSet(`
  exceto salvo menos sem fora nao excluindo excluir exclua tirando ignorando ignorar ignore ignora desconsiderando
  desconsiderar desconsidere excecao excetuando retirando retire remova removendo descartando evitando evite
  descontando nada tira tire
`)

/** "Pelo menos" is no exclusion. */
const BEFORE_LEAST = wordSet('pelo pelos ao')
/** "Fora do Brasil" is a place. */
const AFTER_OUTSIDE = wordSet('de do da dos das')
/** "Não só saúde", "não quero apenas saúde", "não quero perder". */
const AFTER_NO = wordSet('so somente apenas perder perca perco deixar deixe')
/** "Mas não futebol", "que não fale de futebol". */
const BEFORE_NO = wordSet('que mas e nem eu')
/** Fixed expressions, whatever their case: "famílias sem terra", "entidades sem fins lucrativos". */
const AFTER_WITHOUT = wordSet('terra terras teto fio fios fins fronteiras miseria fome limite limites')

/** "Com exceção de futebol", "à exceção de futebol"; but "o estado de exceção". */
const BEFORE_EXCEPTION = wordSet('com a')

/** "Dengue, nada de futebol"; but "não quero perder nada sobre dengue". "Dengue, tira vacinas"; but "quem tira dúvidas". */
const AFTER_PAUSE = wordSet('nada tira tire evite')
const BEFORE_NOTHING = wordSet('mas e nem')

const startsWithCapital = ({ text }: Word) => /^\p{Lu}/u.test(text)

/** "Ciência sem Fronteiras" is a name: both neighbours have capitals, and the first one is no first word. */
function isInsideName(before: Word | undefined, after: Word | undefined, inName: (word: Word) => boolean) {
  if (!before || !after || before.startsSentence) return false
  return startsWithCapital(before) && startsWithCapital(after) && !inName(before) && !inName(after)
}

/** "Energia não renovável" has no request around the word; "não quero futebol" and "mas não futebol" have one. */
function refuses(word: Word, before: Word | undefined, after: Word | undefined): boolean {
  const next = after?.folded ?? ''
  const isRequest = REQUEST_WORDS.has(next) || TOPIC_MARKERS.has(next)
  return word.afterBreak || word.startsSentence || BEFORE_NO.has(before?.folded ?? '') || isRequest
}

/**
 * Returns the words of a request after which exclusions follow. Words inside of names of the catalogue are none, such as
 * in "Brasil Sem Fome".
 */
export function findExclusionMarks(words: readonly Word[], matches: readonly NameMatch[]): ReadonlySet<Word> {
  const inName = ({ position }: Word) => matches.some(({ start, end }) => start <= position && position < end)
  const isMark = (word: Word): boolean => {
    const { folded, position } = word
    if (!EXCLUDING_WORDS.has(folded) || inName(word)) return false
    const before = word.afterBreak ? undefined : words[position - 1]
    const after = words[position + 1]
    if (folded === 'menos') return !BEFORE_LEAST.has(before?.folded ?? '')
    if (folded === 'fora') return !AFTER_OUTSIDE.has(after?.folded ?? '')
    if (folded === 'sem')
      return !AFTER_WITHOUT.has(after?.folded ?? '') && !isInsideName(before, after, inName)
    if (folded === 'excecao') return BEFORE_EXCEPTION.has(before?.folded ?? '')
    if (AFTER_PAUSE.has(folded))
      return word.afterBreak || word.startsSentence || BEFORE_NOTHING.has(before?.folded ?? '')
    if (folded !== 'nao') return true
    // "A não ser futebol" is "exceto futebol".
    if (before?.folded === 'a' && after?.folded === 'ser') return true
    const wanted = words
      .slice(position + 1)
      .find((each) => AFTER_NO.has(each.folded) || (!isStopWord(each) && !REQUEST_WORDS.has(each.folded)))
    const isOnly = [after, wanted].some((each) => each !== undefined && AFTER_NO.has(each.folded))
    return !isOnly && refuses(word, before, after)
  }
  return new Set(words.filter(isMark))
}

/** Returns true if the word continues an exclusion: "sem vacinas e mosquitos". */
export const continuesExclusion = ({ afterBreak, folded }: Word): boolean =>
  !afterBreak && CONJUNCTIONS.has(folded)
