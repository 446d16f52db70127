import type { InvertedField } from '../memory-index/inverted-field.ts'
import type { TextMatchType } from './text-matches.ts'

export interface QueryField {
  name: string
  inverted: InvertedField
  isArray: boolean
  weight: number
  typos: number
  isPrefix: boolean
  infix: Infix
}

/** Whether words are searched inside other words (infix search). */
export type Infix = 'off' | 'fallback' | 'always'

export interface DropTokens {
  mode: 'right_to_left' | 'left_to_right' | 'both_sides'
  /** Queries with more words than this drop words from one side only. */
  limit: number
}

export interface KeywordOptions {
  /** Fields in order of weight, highest first. */
  fields: QueryField[]
  typoTokensThreshold: number
  dropTokensThreshold: number
  dropTokens: DropTokens
  minLength1Typo: number
  minLength2Typo: number
  maxCandidates: number
  /** Which terms match a word when there are more than the maximum of candidates. */
  termOrder: 'weight' | 'frequency'
  isExhaustive: boolean
  prioritizeExact: boolean
  prioritizePosition: boolean
  prioritizeFields: boolean
  matchType: TextMatchType
  splitJoin: 'off' | 'fallback' | 'always'
  typosInNumbers: boolean
  typosInAlphaNumbers: boolean
}
