import { newRecorte, type ClippingDraft } from './draft.ts'

const keyOf = (place: string) => `pauta.draft.${place}`

/** The form of a new clipping, whether by hand or of a sentence. */
export const NEW_CLIPPING = 'new'

/**
 * Keeps the fields of a form that is not saved, for this tab alone: two tabs may have two forms, and who leaves the site by its
 * button leaves nothing. `place` tells forms apart.
 */
export const keepDraft = (place: string, draft: ClippingDraft): void =>
  sessionStorage.setItem(keyOf(place), JSON.stringify(draft))

export const forgetDraft = (place: string): void => sessionStorage.removeItem(keyOf(place))

/** Returns whether the form of a place was left before it was saved. */
export const hasDraft = (place: string): boolean => sessionStorage.getItem(keyOf(place)) !== null

/** Returns the fields that a person left, if there are any. Fields that an earlier version of the site lacks have those of `initial`. */
export function findDraft(place: string, initial: ClippingDraft): ClippingDraft | undefined {
  const stored = sessionStorage.getItem(keyOf(place))
  if (stored === null) return undefined
  const draft = JSON.parse(stored) as ClippingDraft
  return { ...initial, ...draft, recortes: draft.recortes.map((one) => ({ ...newRecorte([]), ...one })) }
}
