import { newRecorte, type ClippingDraft } from './draft.ts'

const keyOf = (place: string) => `pauta.draft.${place}`
const madeKeyOf = (place: string) => `pauta.made.${place}`
const SENTENCE_KEY = 'pauta.sentence'

/** The form of a new clipping, whether by hand or of a sentence. */
export const NEW_CLIPPING = 'new'

/**
 * Keeps the fields of a form that is not saved, for this tab alone: two tabs may have two forms, and who leaves the site by its
 * button leaves nothing. `place` tells forms apart.
 */
export const keepDraft = (place: string, draft: ClippingDraft): void =>
  sessionStorage.setItem(keyOf(place), JSON.stringify(draft))

export function forgetDraft(place: string): void {
  sessionStorage.removeItem(keyOf(place))
  sessionStorage.removeItem(madeKeyOf(place))
  if (place === NEW_CLIPPING) sessionStorage.removeItem(SENTENCE_KEY)
}

/** Keeps the sentence of a new clipping until a form is made of it, for this tab alone. */
export const keepSentence = (sentence: string): void => sessionStorage.setItem(SENTENCE_KEY, sentence)

/** Returns the sentence that a person left; blank without one. */
export const findSentence = (): string => sessionStorage.getItem(SENTENCE_KEY) ?? ''

/**
 * Keeps the id of the clipping that a form has made before a later step of saving failed: the next try, also after a reload,
 * changes that clipping.
 */
export const keepMade = (place: string, id: string): void => sessionStorage.setItem(madeKeyOf(place), id)

/** Returns the id of the clipping that the form of a place has made without saving everything, if there is one. */
export const findMade = (place: string): string | undefined =>
  sessionStorage.getItem(madeKeyOf(place)) ?? undefined

/** Returns whether the form of a place was left before it was saved. */
export const hasDraft = (place: string): boolean => sessionStorage.getItem(keyOf(place)) !== null

/** Returns the fields that a person left, if there are any. Fields that an earlier version of the site lacks have those of `initial`. */
export function findDraft(place: string, initial: ClippingDraft): ClippingDraft | undefined {
  const stored = sessionStorage.getItem(keyOf(place))
  if (stored === null) return undefined
  const draft = JSON.parse(stored) as ClippingDraft
  return { ...initial, ...draft, recortes: draft.recortes.map((one) => ({ ...newRecorte([]), ...one })) }
}
