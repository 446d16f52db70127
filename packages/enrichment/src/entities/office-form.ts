import { foldWord } from '../words/fold-word.ts'
import { wordSet } from '../words/word-set.ts'
import { isFirstName } from './first-names.ts'
import { isKind } from './office-beside.ts'

/** First names of women that end as those of men. Folded. */
const WOMEN = wordSet(`
  abigail agnes beatriz carmem carmen carol cibele cleide daniele dirce dolores edith elen elisabeth elizabeth ellen eloa ester
  esther gleisi helen ines ingrid iracy iris isabel izabel jennifer judith kelly keli lais leonor lilian lourdes mabel margareth
  marisol marli mercedes miriam mirian nair neide noemi rachel raquel rosely roseli rosemary ruth sarah solange stephanie sueli
  suelen tais thais vivian yasmin zuleide
`)
const WOMANS_ENDING = /(?:a|ane|ene|ine|yne|one|ete|ice|elle|ele|ilde|ielly)$/

const isWoman = (name: string): boolean => {
  const first = foldWord(name.split(' ')[0] ?? '')
  return WOMEN.has(first) || WOMANS_ENDING.test(first)
}

/** Plurals of offices that men and women have alike: "atletas", "representantes", "parlamentares". */
const ALIKE = /(?:istas|atletas|poetas|ginastas|judocas|antes|entes|intes|lideranças|ares|mães|chefes)$/u

/** The singular of one word of an office for one person. */
function singularOf(word: string, isHers: boolean): string {
  if (/(?:gerais|ais)$/.test(word)) return word.replace(/ais$/, 'al')
  if (ALIKE.test(word)) return word.replace(word.endsWith('ares') ? /es$/ : /s$/, '')
  if (word.endsWith('mães')) return 'mãe'
  if (/(?:ões|ães)$/.test(word)) return word.replace(/(?:ões|ães)$/, isHers ? 'ã' : 'ão')
  if (word.endsWith('ores')) return word.replace(/es$/, isHers ? 'a' : '')
  if (word.endsWith('os')) return word.replace(/os$/, isHers ? 'a' : 'o')
  return word.replace(/(?<=[ae])s$/, '')
}

/** "ministros da Fazenda, Fernando Haddad, e do Planejamento" says the office of the next name behind the last one. */
const DISTRIBUTED = /^(\S+)\s.*,\s(\p{Lu}[\p{L}'’-]*)\s[^,]+,\s(?:e\s)?(d[aeo]s?\s.+)$/u
const ENDS_PLURAL = /^(?:[\p{L}]+-)*\p{L}{3,}s$/u
/** Titles that readers know by their full stop. Folded. */
const ABBREVIATED = wordSet('dr dra prof profa')
/** Words that address anybody. Folded. */
const POLITE = wordSet('sr sra')

/** Whether an office only is a title, such as "Dr.", so that any other office says more. */
export const isTitleAlone = (office: string): boolean =>
  ABBREVIATED.has(foldWord(office)) || foldWord(office) === 'msc'

/**
 * Returns the office of one person as readers expect it beside the name: in the singular, where the text names several people
 * with one plural, and a title with its full stop. Null for "Sr." and "Sra.", which are no offices.
 */
export function officeOfOne(office: string, name: string): string | null {
  const folded = foldWord(office)
  if (POLITE.has(folded)) return null
  if (ABBREVIATED.has(folded)) return office.replace(/\.?$/, '.')
  const head = office.split(' ')[0] ?? ''
  if (!ENDS_PLURAL.test(head)) return office
  const distributed = DISTRIBUTED.exec(office)
  const rest =
    distributed !== null && isFirstName(distributed[2] ?? '')
      ? (distributed[3] ?? '')
      : office.slice(head.length + 1)
  const isHers = isWoman(name)
  const words = rest.split(' ')
  // "pesquisadores titulares do Ibict": the kind of the office is in the plural, too.
  const end = words.findIndex((word) => !ENDS_PLURAL.test(word) || !isKind(singularOf(word, false)))
  const kinds = words.slice(0, end < 0 ? words.length : end).map((word) => singularOf(word, isHers))
  const single = head
    .split('-')
    .map((part) => singularOf(part, isHers))
    .join('-')
  return [single, ...kinds, ...(end < 0 ? [] : words.slice(end))].join(' ').trim()
}
