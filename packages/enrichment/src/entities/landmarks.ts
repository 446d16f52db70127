import { isMunicipality } from './municipalities.ts'
import { NEVER_IN_NAMES } from './person-words.ts'
import { foldName } from '@pauta/platform/text/fold-text'

/** A place that a text names by what it is: a river, a park, an airport. Offsets are half-open UTF-16. */
export interface FoundLandmark {
  start: number
  end: number
  name: string
}

/** Kinds of places whose own name follows directly or behind "do": "Terra Indígena Yanomami", "Parque Nacional do Jaú". */
const KINDS = String.raw`[Tt]erra [Ii]ndígena|[Pp]arque (?:Nacional|Estadual|Municipal|Natural|Indígena)|[Ff]loresta (?:Nacional|Estadual)|[Rr]eserva (?:Biológica|Extrativista|Ecológica)|[Rr]efúgio de Vida Silvestre|[Ee]stação Ecológica|[Mm]onumento Natural|[Áá]rea de Proteção Ambiental|[Aa]eroporto(?: [Ii]nternacional)?|[Aa]eródromo|[Cc]omplexo|[Rr]egião [Mm]etropolitana|[Aa]rquipélago|[Pp]enínsula|[Ee]stádio|[Gg]inásio|[Tt]eatro|[Cc]entro de (?:Convenções|Eventos)|Distrito Industrial|[Hh]idrelétrica|[Aa]çude|[Bb]arragem|[Bb]aía|[Ii]lhas?|[Ll]agoa?|[Rr]io`
/** Kinds of places whose name follows behind "do", "da" or "de" alone: "Serra da Capivara", not "Serra Verde". */
const KINDS_OF = String.raw`[Ss]erra|[Cc]hapada|[Vv]ale|[Zz]ona da Mata|[Pp]orto|[Cc]osta|[Cc]omplexos`
const WORD = String.raw`\p{Lu}[\p{L}\p{M}-]+`
const OF = String.raw`d[aeo]s?[ ]`
const NAME = String.raw`${WORD}(?:[ ](?:${OF})?${WORD}){0,3}`
const LANDMARK = new RegExp(
  String.raw`(?<![\p{L}\p{N}-])(?:(?:${KINDS})[ ](?:${OF})?${NAME}|(?:${KINDS_OF})[ ]${OF}${NAME})(?![\p{L}@])`,
  'gu',
)
const JOINED = /^\s?e\sd[aeo]s?\s(\p{Lu}[\p{L}\p{M}-]+)/u
/** "Rio Innovation Week", "Complexo Social": words that show another thing than a place. */
const isOther = (words: readonly string[]) => words.some((word) => NEVER_IN_NAMES.has(foldName(word)))

/** Kinds in capitals that may be part of a name of a person or a town: "Porto de Moz", "Costa da Silva". */
const DOUBTFUL = /^(?:Rio|Costa|Vale|Porto|Serra|Lago|Lagoa|Ilha)\s/u

const JOINED_CHARACTERS = 40

/**
 * Finds rivers, islands, parks, indigenous lands, airports and other places that no registry has, by the kind of place in
 * their names. Takes time linear in the length of the text.
 */
export function findLandmarks(text: string): FoundLandmark[] {
  const found: FoundLandmark[] = []
  for (const match of text.matchAll(LANDMARK)) {
    const [spelled] = match
    const start = match.index
    const end = start + spelled.length
    if (
      DOUBTFUL.test(spelled) &&
      (isMunicipality(spelled) || /\p{Lu}\p{Ll}+\s$/u.test(text.slice(Math.max(0, start - 20), start)))
    )
      continue
    const [, ...own] = spelled.split(' ')
    if ((/^[Rr]io\s/.test(spelled) && isOther(own)) || own.at(-1) === 'Brasil') continue
    found.push({
      start,
      end,
      name: spelled.charAt(0).toUpperCase() + spelled.slice(1).replace(/^omplexos/, 'omplexo'),
    })
    const other = /^[Cc]omplexos/.test(spelled) ? JOINED.exec(text.slice(end, end + JOINED_CHARACTERS)) : null
    if (other !== null) {
      const from = end + other[0].length - (other[1]?.length ?? 0)
      found.push({ start: from, end: end + other[0].length, name: other[1] ?? '' })
    }
  }
  return found
}
