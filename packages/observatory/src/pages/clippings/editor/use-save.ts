import { byUrlChannel } from '@pauta/platform/config/delivery-channels'
import { useLocation } from 'preact-iso'
import { act } from '../../../api/act.ts'
import {
  CreateClippingDocument,
  UpdateChannelsDocument,
  UpdateClippingDocument,
} from '../../../api/generated/operations.ts'
import { useAction } from '../../../api/use-action.ts'
import { paths } from '../../../paths.ts'
import { checkRecortes, getSchedule, inputOf, urlsOf, type ClippingDraft } from './draft.ts'
import { findMade, keepDraft, keepMade } from './kept-draft.ts'

/** The form to save. */
interface SavedForm {
  /** The clipping that the form replaces; a new one without it. */
  id: string | undefined
  /** Under which name its fields are kept. */
  place: string
}

/** Creates the clipping, or replaces the one that the form is of or has made. Returns its id. Throws ActionFailure. */
async function saveClipping(draft: ClippingDraft, { id, place }: SavedForm): Promise<string> {
  const input = inputOf(draft, getSchedule(draft))
  const known = id ?? findMade(place)
  if (known !== undefined) {
    await act(UpdateClippingDocument, { id: known, input })
    return known
  }
  // A channel with an address starts when its address is saved.
  const deliveryChannels = { ...draft.channels, ...byUrlChannel(() => false) }
  const { createClipping } = await act(CreateClippingDocument, { input: { ...input, deliveryChannels } })
  keepDraft(place, draft)
  keepMade(place, createClipping.id)
  return createClipping.id
}

/** Saves the form of a clipping and opens the person's clippings. `done` follows a success. */
export function useSave(form: SavedForm, done: () => void) {
  const { route } = useLocation()
  const { failure, needsLogin, isRunning, run } = useAction()
  const save = (draft: ClippingDraft) =>
    run(async () => {
      checkRecortes(draft)
      const id = await saveClipping(draft, form)
      await act(UpdateChannelsDocument, { id, channels: { ...draft.channels }, ...urlsOf(draft) })
      done()
      route(paths.myClippings)
    })
  return { save, failure, needsLogin, isSaving: isRunning }
}
