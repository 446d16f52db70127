import { foldWord } from '../words/fold-word.ts'
import { isOffice } from './office-beside.ts'
import { NAMED_AFTER } from './person-words.ts'

/** "Foto: João Borges", "Por Cleber Ribeiro": who made the page is no subject of the news. */
const CREDIT_BEFORE =
  /(?:(?:fotos?|fotógraf[oa]|imagem|imagens|textos?|créditos?|edição|revisão|reportagem|arte|ilustração|colaboração|supervisão|diagramação|ascom|comunicação|informações)[^\S\n]*[:/-][^\S\n]*(?:\p{L}[^:;\n]{0,40}\se\s)?|(?<!\p{L})escrit[oa]\spor(?:[^\S\n]*:)?[^\S\n]+|(?:^|\n)\s*(?:por|texto de|fotos de|jornalista)[:\s]\s*)$/iu
const CREDIT_AFTER = /^\s?(?:\/\s?|[–—|-]\s(?=Ascom|ASCOM))(?:\p{Lu}|divulg)/u
/** "Por Maria Gomes, sob supervisão de Cleber Ribeiro". */
const SUPERVISED = /(?:^|\n)\s*(?:por|texto de)[:\s][^\n]{1,80}\s(?:sob|com) supervisão de\s$/iu
const CREDIT_CHARACTERS = 120

/** A signature is in the last lines of a text. */
const SIGNED_CHARACTERS = 160
/** Alone on its line below a finished sentence, or with another name: "Amanda Milan e Karyna Angel". */
const ALONE_BEFORE =
  /[.!?…"”»)]\s*\n\s*(?:\p{Lu}[\p{L}'’.-]*(?:[^\S\n]\p{L}[\p{L}'’.-]*){1,4}[^\S\n]e[^\S\n])?$/u
const ALONE_AFTER = /^(?:[^\S\n]e[^\S\n]\p{Lu}[\p{L}'’.-]*(?:[^\S\n]\p{L}[\p{L}'’.-]*){1,4})?/u
/** The desk behind the names: a ministry, a press office, or nothing. */
const DESK =
  /^(?:[\s,–—|-]|d[eo]\s[^\n–—]{1,40}(?=\s[–—-]))*(?:(?:Ministério|Secretaria|Conselho|Assessoria|Diretoria|Coordenação|Ascom|ASCOM)[^\n.;:!?]{0,90}\s*)?$/u

/** Whether a name is that of who made the page: in a credit, or in the signature that ends the text. */
export function isCredit(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - CREDIT_CHARACTERS), start)
  if (CREDIT_BEFORE.test(before) || SUPERVISED.test(before)) return true
  if (CREDIT_AFTER.test(text.slice(end, end + 20))) return true
  if (text.length - end > SIGNED_CHARACTERS || !ALONE_BEFORE.test(before)) return false
  const after = text.slice(end)
  return DESK.test(after.slice(ALONE_AFTER.exec(after)?.[0].length ?? 0))
}

/** The word before a name, with the acronym in brackets between them: "Resex (RX) Chico Mendes". */
const WORD_IN_FRONT = /(?<!\p{L})(\p{L}+)\.?[^\S\n]{1,3}(?:\(\p{Lu}[\p{L}-]{0,11}\)[^\S\n])?$/u
/** Abbreviations of ways. Folded. */
const WAYS: ReadonlySet<string> = new Set(['av', 'r', 'al', 'pca', 'rod', 'tv', 'trav', 'estr'])
const NAMED_AFTER_CHARACTERS = 60
const WORDS_LOOKED_BACK = 4

/**
 * Whether something is named after a person: "Av. André Araújo", "Rua Dr. Xavier Sigaud", "Centro Vocacional (CVT) Augusto
 * Severo". Looks over titles, and over capitalised words in front of an acronym.
 */
export function isNamedAfter(text: string, start: number): boolean {
  let before = text.slice(Math.max(0, start - NAMED_AFTER_CHARACTERS), start)
  let behindAcronym = false
  for (let looked = 0; looked < WORDS_LOOKED_BACK; looked++) {
    const match = WORD_IN_FRONT.exec(before)
    const word = match?.[1]
    if (match === null || word === undefined) return false
    const folded = foldWord(word)
    if (match[0].includes('.') && /^\p{Lu}/u.test(word) && WAYS.has(folded)) return true
    if (match[0].includes('(')) behindAcronym = true
    // Directly in front of the name, the word may belong to an office: "o diretor do Museu João".
    const isApart = looked > 0 || behindAcronym
    if (isApart && NAMED_AFTER.has(folded) && !match[0].includes('.')) return true
    if (!isOffice(word) && !(behindAcronym && /^\p{Lu}/u.test(word))) return false
    before = before.slice(0, match.index)
  }
  return false
}
