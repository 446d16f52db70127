import { useEffect, useState } from 'preact/hooks'
import type { ClippingDraft } from './draft.ts'
import { findDraft, forgetDraft, keepDraft } from './kept-draft.ts'

/** Where a form begins, and under which name its fields are kept until they are saved. */
export interface DraftStart {
  initial: ClippingDraft
  place: string
  /** Whether `initial` is new work that replaces what was kept, as a proposal of the agent. */
  isProposal?: boolean
}

/** The fields of a form. A reload, another page and a login keep them; `forget` is for when they are saved or given up. */
export function useDraft({ initial, place, isProposal = false }: DraftStart) {
  const [start] = useState(() => (isProposal ? undefined : findDraft(place, initial)))
  const [isKept, setKept] = useState(start !== undefined)
  const [draft, setDraft] = useState(start ?? initial)
  useEffect(() => {
    if (!isProposal) return
    forgetDraft(place)
    keepDraft(place, initial)
  }, [])
  const change = (values: Partial<ClippingDraft>) =>
    setDraft((known) => {
      const next = { ...known, ...values }
      keepDraft(place, next)
      return next
    })
  const giveUp = () => {
    forgetDraft(place)
    setKept(false)
    setDraft(initial)
  }
  return { draft, change, isKept, giveUp, forget: () => forgetDraft(place) }
}
