import type { NameMatch } from './name-index.ts'
import { PLACE_NAME_WORDS, PLACE_NAMES, PLACES_BY_CODE, type PlaceName } from './place-names.ts'
import type { Word } from '../words/read-words.ts'
import { isStopWord, wordSet } from '../words/request-words.ts'

/** States in the words of a request, from `start` up to, but without, `end`. */
export interface PlaceMatch {
  /** Codes, each once. */
  states: readonly string[]
  /** The preposition before the first name, or the name itself. */
  start: number
  nameStart: number
  end: number
}

const LIST_WORDS = wordSet('e ou')
const PREPOSITIONS = wordSet('em no na nos nas de do da dos das')
const OF = wordSet('de do da dos das')
const ARTICLES = wordSet('o a os as')
/** Words before an article or a name without one: "sobre a Bahia", "recursos para Minas Gerais". */
const ABOUT = wordSet('sobre para')
/** "No interior do Ceará", "no sul da Bahia", "no Estado do Rio de Janeiro". */
const PARTS_OF_STATES = wordSet(
  'estado estados governo interior litoral sertao norte sul leste oeste nordeste noroeste sudeste sudoeste',
)
/** "No Nordeste do Brasil", "no Sul do país". */
const COUNTRY = wordSet('brasil pais')
const REGION_WORDS = wordSet('regiao regioes')
/** "Bacia do Paraná" is about a river, "Folha de São Paulo" is a newspaper, "fora da Bahia" is any other place. */
const NOT_OF_STATES = wordSet('rio rios bacia foz vale delta banco folha jornal diario universidade fora')

const startsWithCapital = ({ text }: Word) => /^\p{Lu}/u.test(text)

function isWritten({ written }: PlaceName, words: readonly Word[]): boolean {
  if (written === 'with a capital') return words.every(startsWithCapital)
  return written !== 'with its accent' || words.every(({ text, folded }) => text.toLowerCase() !== folded)
}

/** Finds states in the words of one request. */
class PlaceFinder {
  readonly #words: readonly Word[]
  readonly #matches: readonly NameMatch[]

  constructor(words: readonly Word[], matches: readonly NameMatch[]) {
    this.#words = words
    this.#matches = matches
  }

  /** Returns true if another name of the catalogue has a word of the place. Places are entities, too: "Estado do Acre". */
  #isTaken(start: number, end: number): boolean {
    const leads = ({ folded }: Word) => PARTS_OF_STATES.has(folded) || OF.has(folded)
    return this.#matches.some((match) => {
      const isPlace =
        match.thing.kind === 'entity' &&
        match.end <= end &&
        this.#words.slice(match.start, start).every(leads)
      return match.start < end && match.end > start && !isPlace
    })
  }

  /** "São Paulo de Olivença" and "Rio Branco" are towns. */
  #goesOn({ isRegion }: PlaceName, end: number): boolean {
    const [next, following] = this.#words.slice(end, end + 2)
    if (!next || next.afterBreak) return false
    if (startsWithCapital(next)) return true
    if (!OF.has(next.folded) || !following || following.afterBreak) return false
    if (isRegion) return !COUNTRY.has(following.folded)
    const isNamed = this.#matches.some(({ start }) => start === end + 1)
    return startsWithCapital(following) && !isNamed
  }

  /** Returns the place whose name or code begins at a word, with the end of the name. */
  #nameAt(at: number, isRegion = false): { place: PlaceName; end: number } | undefined {
    const [first] = this.#words.slice(at, at + 1)
    if (!first) return undefined
    for (const count of PLACE_NAME_WORDS) {
      const words = this.#words.slice(at, at + count)
      if (words.length < count || words.slice(1).some(({ afterBreak }) => afterBreak)) continue
      const place = PLACE_NAMES.get(words.map(({ folded }) => folded).join(' '))
      const end = at + count
      if (!place || this.#isTaken(at, end) || this.#goesOn(place, end)) continue
      if (isRegion ? place.isRegion : isWritten(place, words)) return { place, end }
    }
    const place = PLACES_BY_CODE.get(first.text)
    return place && !this.#isTaken(at, at + 1) ? { place, end: at + 1 } : undefined
  }

  /** Whether "de", "do" or "da" at a word can lead to a state: "notícias do Ceará", not "Instituto Federal do Ceará". */
  #belongs(at: number): boolean {
    const before = this.#words[at - 1]
    if (!before || this.#words[at]?.afterBreak) return false
    return !NOT_OF_STATES.has(before.folded) && (!startsWithCapital(before) || before.startsSentence)
  }

  /** Returns the folded word at a place; '' where punctuation stands before the word, except the first one. */
  #foldedAt(at: number, start: number): string {
    const word = this.#words[at]
    return word && (at === start || !word.afterBreak) ? word.folded : ''
  }

  /** Returns the place to which the words from a preposition lead. */
  #readPlace(start: number): PlaceMatch | undefined {
    const first = this.#foldedAt(start, start)
    const hasLead = PREPOSITIONS.has(first)
    const at = hasLead ? start + 1 : start
    const link = this.#foldedAt(at + 1, start)
    const ofPart =
      PARTS_OF_STATES.has(this.#foldedAt(at, start)) && OF.has(link)
        ? this.#readName(start, { at: at + 2, lead: link })
        : undefined
    if (ofPart || !hasLead || (OF.has(first) && !this.#belongs(start))) return ofPart
    return this.#readName(start, { at, lead: first })
  }

  #readName(start: number, { at, lead }: { at: number; lead: string }): PlaceMatch | undefined {
    const isRegion = REGION_WORDS.has(this.#foldedAt(at, start))
    const nameStart = isRegion ? at + 1 : at
    if (this.#foldedAt(nameStart, start) === '') return undefined
    const found = this.#nameAt(nameStart, isRegion)
    if (!found || !(isRegion || found.place.prepositions.has(lead))) return undefined
    return { states: found.place.states, start, nameStart, end: found.end }
  }

  /** Returns the state after "sobre" or "para", with or without its article. */
  #readSubject(at: number): PlaceMatch | undefined {
    const [word, before] = [this.#words[at], this.#words[at - 1]]
    if (!word || word.afterBreak || !before || !ABOUT.has(before.folded) || !isStopWord(before))
      return undefined
    const hasArticle = ARTICLES.has(word.folded)
    const nameStart = hasArticle ? at + 1 : at
    if (this.#words[nameStart]?.afterBreak) return undefined
    const found = this.#nameAt(nameStart)
    if (!found || (hasArticle && !found.place.prepositions.has(`n${word.folded}`))) return undefined
    return { states: found.place.states, start: at, nameStart, end: found.end }
  }

  /** Returns the state of a code aside: "Sobral (CE)", "Sobral/CE". "Ministério da Saúde (MS)" has its own acronym there. */
  #readCode(at: number): PlaceMatch | undefined {
    const word = this.#words[at]
    const place = word?.isAside ? PLACES_BY_CODE.get(word.text) : undefined
    const isAcronym = this.#matches.some(({ thing, end }) => thing.kind === 'agency' && end === at)
    return place && !isAcronym ? { states: place.states, start: at, nameStart: at, end: at + 1 } : undefined
  }

  /** Returns the place of a list after `at`: "Ceará" in ", Ceará", "e no Ceará". */
  #readNext(at: number): { states: readonly string[]; end: number } | undefined {
    const [first] = this.#words.slice(at, at + 1)
    if (!first || first.startsSentence || first.isAside) return undefined
    const isJoined = LIST_WORDS.has(first.folded)
    if (!isJoined && !first.afterBreak) return undefined
    const name = isJoined ? at + 1 : at
    if (isJoined && (first.afterBreak || this.#words[name]?.afterBreak)) return undefined
    const found = this.#nameAt(name)
    return found ? { states: found.place.states, end: found.end } : this.#readPlace(name)
  }

  /** Returns the place at a word with those that a list adds to it. */
  #readList(at: number): PlaceMatch | undefined {
    const first = this.#readCode(at) ?? this.#readPlace(at) ?? this.#readSubject(at)
    if (!first) return undefined
    let { end } = first
    const states = [...first.states]
    for (let next = this.#readNext(end); next; next = this.#readNext(end)) {
      states.push(...next.states)
      end = next.end
    }
    return { ...first, states: [...new Set(states)], end }
  }

  find(): PlaceMatch[] {
    const found: PlaceMatch[] = []
    let end = 0
    for (const at of this.#words.keys()) {
      const place = at < end ? undefined : this.#readList(at)
      if (!place) continue
      found.push(place)
      end = place.end
    }
    return found
  }

  /** Returns the states of a name that has all words from `start` up to `end`; else none. */
  findAlone(start: number, end: number): readonly string[] {
    const found = this.#nameAt(start)
    return found?.end === end ? found.place.states : []
  }
}

/**
 * Finds the states and regions that a request names. Counts a name only behind a preposition or in brackets: "no Ceará",
 * "em São Paulo e Minas", "na região Norte", "Sobral (CE)". Names of the catalogue win, except places among entities.
 */
export function findPlaces(words: readonly Word[], matches: readonly NameMatch[]): PlaceMatch[] {
  return new PlaceFinder(words, matches).find()
}

/** Returns the states of the words from `start` up to `end` if they are the name of a state or region; else none. */
export function statesAlone(
  words: readonly Word[],
  matches: readonly NameMatch[],
  { start, end }: { start: number; end: number },
): readonly string[] {
  return new PlaceFinder(words, matches).findAlone(start, end)
}
