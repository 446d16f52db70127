import { parseClipping, type ClippingDraft, type ClippingInput } from '@pauta/clippings/clippings/clipping'
import { findHeldInstant, findRunState, type RunState } from '@pauta/clippings/releases/run-state'
import { findWindow, type ReleaseWindow } from '@pauta/clippings/releases/window'
import { findClipping } from '@pauta/clippings/clippings/queries'
import { composeRun, readRun, type RunContents } from '@pauta/delivery/digest/compose-run'
import type { Mail } from '@pauta/delivery/mails/mail'
import { takeActions, type ActionLimit } from '@pauta/people/people/action-limit'
import { PublicError } from '@pauta/platform/errors'
import { idArgument } from '../../request/arguments.ts'
import type { Context } from '../../request/context.ts'
import { getUserId } from '../../request/viewer.ts'

/** A preview costs as much as a run of a clipping. */
export const PREVIEWS: ActionLimit = { action: 'mail-preview', max: 60, windowSeconds: 3600 }

/** A clipping that never made a release. */
const NEVER_RUN = {
  id: '',
  active: true,
  nextRunAt: null,
  deliveredUntil: null,
  answeredAt: null,
  changesUntil: null,
  lastReleaseUntil: null,
} satisfies Partial<RunState>

/** Returns the run of a clipping as the form would save it. `before` is the run of the saved one. */
function drawState(draft: ClippingDraft, before: Partial<RunState> & Pick<RunState, 'id'>): RunState {
  const { name, prompt, schedule, startDate, endDate, includeHistory } = draft
  return {
    ...NEVER_RUN,
    ...before,
    name,
    prompt,
    schedule: schedule.text,
    startDate,
    endDate,
    includeHistory: includeHistory ?? before.includeHistory ?? false,
    // Recortes have no ids before they are saved.
    recortes: draft.recortes.map((recorte, position) => ({ ...recorte, id: String(position) })),
  }
}

/** Returns the saved clipping. Throws NOT_FOUND, or FORBIDDEN for a clipping of another person. */
async function getSaved(id: string, { db, viewer }: Context): Promise<RunState> {
  const userId = getUserId(viewer)
  const clipping = await findClipping(db, { id, userId })
  const state = clipping && (await findRunState(db, id))
  if (!state) throw new PublicError('NOT_FOUND', 'Este clipping não existe.')
  if (clipping.authorUserId !== userId)
    throw new PublicError('FORBIDDEN', 'Só quem criou o clipping pode ver a prévia das suas mensagens.')
  return state
}

/** What a run would bring now. */
interface Drawn {
  state: RunState
  window: ReleaseWindow
  contents: RunContents
}

/** Returns what a run would bring now; undefined without news. */
async function drawRun(
  state: RunState,
  { schedule }: ClippingDraft,
  { db, index, now }: Context,
): Promise<Drawn | undefined> {
  const openArrival = await findHeldInstant(db, now)
  const { deliveredUntil } = state
  const window = findWindow({ schedule, deliveredUntil, due: now, now, openArrival })
  if (!window) return undefined
  const contents = await readRun({ db, index }, state, window)
  const { captured, changes } = contents
  return captured.articleIds.length + changes.length === 0 ? undefined : { state, window, contents }
}

/**
 * Returns the mail of a clipping as it would be sent now, from values that are not saved. Where a saved clipping has no
 * news since its last release, the mail is that of a first release. Returns null where that has none either. Throws
 * BAD_USER_INPUT or LIMIT_EXCEEDED for the values, NOT_FOUND or FORBIDDEN for the clipping, and RATE_LIMITED for the 61st
 * preview of an hour.
 */
export async function drawMail(
  { input, clippingId }: { input: ClippingInput; clippingId: string | null | undefined },
  context: Context,
): Promise<Mail | null> {
  const { db, viewer, now, mailSites: sites } = context
  const draft = parseClipping(input)
  const id = clippingId == null ? undefined : idArgument(clippingId, 'clippingId')
  const saved = id === undefined ? undefined : await getSaved(id, context)
  await takeActions(db, getUserId(viewer), PREVIEWS, { count: 1, now })
  const drawn =
    (saved && (await drawRun(drawState(draft, saved), draft, context))) ??
    (await drawRun(drawState(draft, NEVER_RUN), draft, context))
  if (!drawn) return null
  const { previewMail } = await import('@pauta/delivery/mails/preview-mail')
  const digest = await composeRun(db, drawn.state, drawn)
  return previewMail(digest, { clippingName: draft.name, sites })
}
