import { foldName } from '@pauta/platform/text/fold-text'
import { rememberByWord } from './remember-by-word.ts'

/** Returns a word without case, accents and punctuation. */
export const foldWord = rememberByWord<string>(foldName)
