import { wordSet } from './word-set.ts'

/** Words that say nothing of the subject of a sentence. Folded. */
const COMMON = wordSet(`
  a o as os um uma uns umas de do da dos das em no na nos nas por pelo pela pelos pelas para com sem sob sobre entre ate
  que e ou mas se ao aos como mais menos muito ja nao sim seu sua seus suas este esta esse essa isso foi sao ser era
  sera tem ter ha quando onde quem qual quais tambem apos durante desde contra cada todo toda todos todas
`)
/** Words with equal beginnings of this length count as forms of one word. */
const STEM_CHARACTERS = 6

/** Returns the stems of a folded word: one, or those of the parts of a compound; none for common and short words. */
export const stemsOfWord = (folded: string): string[] =>
  folded
    .split(' ')
    .filter((word) => word.length > 2 && !COMMON.has(word))
    .map((word) => word.slice(0, STEM_CHARACTERS))
