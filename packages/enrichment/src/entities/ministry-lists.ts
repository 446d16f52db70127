import type { EntityRegistry } from '../registry/entity-registry.ts'
import type { Mention } from './mention.ts'

const LIST = /(?<!\p{L})[Mm]inistérios (?=d[aeo]s? \p{Lu})/gu
/** Between two ministries: "da Saúde (MS), da Defesa e o das Mulheres". */
const JOINT = /^(?:\s\([^()\n]{1,12}\))?(?:,? e (?:[oa]s? )?|, )?(?:d[aeo]s? )?/u
const JOINT_CHARACTERS = 30
const AFTER_NAME = /^[\p{L}\p{N}-]/u

/**
 * Finds the ministries that a text lists behind one plural: "ministérios da Saúde, da Defesa e das Mulheres". A single one may
 * be of several countries: "ministérios da Saúde dos dois países". Takes time linear in the length of the text.
 */
export function findMinistryLists(text: string, { ministries }: EntityRegistry): Mention[] {
  return [...text.matchAll(LIST)].flatMap((list) => {
    const found: Mention[] = []
    for (let end = list.index + list[0].length; ;) {
      const start = end + (JOINT.exec(text.slice(end, end + JOINT_CHARACTERS))?.[0].length ?? 0)
      const known = ministries.find(
        ({ matter }) =>
          text.startsWith(matter, start) &&
          !AFTER_NAME.test(text.slice(start + matter.length, start + matter.length + 1)),
      )
      if (known === undefined || start === end) break
      end = start + known.matter.length
      found.push({ start, end, type: 'ORG', name: known.name, entityId: known.entity.id })
    }
    return found.length > 1 ? found : []
  })
}
