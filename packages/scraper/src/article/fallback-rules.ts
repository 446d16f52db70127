import type { MatchedRules, RuledField } from './article.ts'

/** Fields that every article has. Without them, or with a weak rule, the template has probably changed. */
const NEEDED = ['title', 'publishedAt', 'body'] as const satisfies readonly RuledField[]
/** Rules that guess: they read metadata or plain text because the page has no element of a known template. */
const WEAK: Partial<Record<RuledField, ReadonlySet<string>>> = {
  title: new Set(['h1', 'og:title', 'json-ld', 'title']),
  publishedAt: new Set(['listing', 'time', 'text', 'created']),
  body: new Set(['[property="rnews:articleBody"]', 'article', 'main', 'text', 'general']),
  imageUrl: new Set(['og:image']),
}

/** Counts the fields of an article that matter for drift, and how many of them are missing or come from a weak rule. */
export function countFallbacks(rules: MatchedRules): { readings: number; fallbacks: number } {
  const fields: RuledField[] = rules.imageUrl === undefined ? [...NEEDED] : [...NEEDED, 'imageUrl']
  const weak = fields.filter((field) => {
    const rule = rules[field]
    return rule === undefined || (WEAK[field]?.has(rule) ?? false)
  })
  return { readings: fields.length, fallbacks: weak.length }
}
