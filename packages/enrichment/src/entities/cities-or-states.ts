import type { EntityRegistry } from '../registry/entity-registry.ts'
import type { Mention } from './mention.ts'
import { NAMED_LIKE_CAPITAL, STATE_BY_NAME } from '../registry/states.ts'

/** "Estado de São Paulo", "governador do Rio de Janeiro", "interior de São Paulo". */
const STATE_BEFORE =
  /(?:estados?|governador(?:a|es)?|vice-governador(?:a)?|governos?|interior|litoral|norte|sul|leste|oeste)\s(?:estadual\s)?d[eo]\s$/iu
const LIST_GAP = /^(?:,\s|\se\s|,\se\s)(?:[oa]\s|n[oa]\s|em\s|d[eoa]\s)?$/u
/** "Gavião Peixoto, em São Paulo", "Niterói, no Rio de Janeiro". */
const INSIDE_GAP = /^,?\s\(?(?:em|n[oa])\s$/u
const BEFORE_CHARACTERS = 40

const isState = (mention: Mention | undefined): boolean =>
  mention !== undefined && STATE_BY_NAME.has(mention.name)

/**
 * Rio de Janeiro and São Paulo are cities and states. They are states behind "estado de" and such, in a list of other
 * states, and behind a town that lies in them. Returns the mentions with those that mean states changed.
 */
export function meanStates(text: string, mentions: readonly Mention[], registry: EntityRegistry): Mention[] {
  const places = mentions.filter(({ type }) => type === 'LOC')
  const changed = new Map<Mention, Mention>()
  places.forEach((mention, at) => {
    if (!NAMED_LIKE_CAPITAL.has(mention.name) || text.slice(mention.start, mention.end) !== mention.name)
      return
    const state =
      registry.places.get(`Estado de ${mention.name}`) ?? registry.places.get(`Estado do ${mention.name}`)
    if (state === undefined) return
    const [before, after] = [places[at - 1], places[at + 1]]
    const gapBefore = before === undefined ? '' : text.slice(before.end, mention.start)
    const gapAfter = after === undefined ? '' : text.slice(mention.end, after.start)
    const isListed =
      (isState(before === undefined ? undefined : (changed.get(before) ?? before)) &&
        LIST_GAP.test(gapBefore)) ||
      (isState(after) && LIST_GAP.test(gapAfter))
    const isInside =
      before?.state === mention.state &&
      !isState(before) &&
      before?.name !== mention.name &&
      INSIDE_GAP.test(gapBefore)
    const lead = text.slice(Math.max(0, mention.start - BEFORE_CHARACTERS), mention.start)
    if (!isListed && !isInside && !STATE_BEFORE.test(lead)) return
    changed.set(mention, { ...mention, name: state.canonicalName, entityId: state.id })
  })
  return mentions.map((mention) => changed.get(mention) ?? mention)
}
