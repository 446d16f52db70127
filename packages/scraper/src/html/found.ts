import type { Document } from 'domhandler'
import type { MatchedRules, RuledField } from '../article/article.ts'
import { all, textOf, type Element } from './page.ts'

/** A value with the name of the rule that found it; null when no rule did. */
export type Found<Value> = { value: Value; rule: string } | null

/** The value of the first rule that finds one. */
export function firstOf<Value>(
  rules: readonly (readonly [rule: string, read: () => Value | null | undefined])[],
): Found<Value> {
  for (const [rule, read] of rules) {
    const value = read()
    if (value !== null && value !== undefined) return { value, rule }
  }
  return null
}

/** A rule that reads the text of the first element with text that a selector finds. */
export const textAt = (selector: string, within: Document | Element) => () =>
  all(selector, within)
    .map(textOf)
    .find((text) => text !== '')

/** The rules that found the fields of an article. */
export function rulesOf(found: Partial<Record<RuledField, { rule: string } | null>>): MatchedRules {
  return Object.fromEntries(
    Object.entries(found).flatMap(([field, match]) => (match ? [[field, match.rule]] : [])),
  )
}
