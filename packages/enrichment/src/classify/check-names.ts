import { foldName } from '@pauta/platform/text/fold-text'
import { findGivenNames, type GivenName } from '../entities/given-names.ts'
import { readArticle } from '../sentences/passage.ts'
import type { ClassifiableArticle } from './question.ts'

/**
 * Returns the names that the title or the prose of an article has as whole words, with the same capitals and accents, each
 * once. Offices that it does not have, in any case, are left out. Takes time linear in the text for each name.
 */
export function checkNames(names: readonly GivenName[], article: ClassifiableArticle): GivenName[] {
  const { title, body } = readArticle(article)
  const text = `${title.text}\n\n${body?.text ?? ''}`
  const folded = ` ${foldName(text)} `
  const seen = new Set<string>()
  return names.flatMap((given) => {
    const [found] = /\p{Lu}|\p{N}/u.test(given.text) ? findGivenNames(text, [given]) : []
    if (found === undefined || seen.has(found.name)) return []
    seen.add(found.name)
    const { type, office } = given
    const isStated = office !== null && folded.includes(` ${foldName(office)} `)
    return [{ type, text: found.name, office: isStated ? office : null }]
  })
}
