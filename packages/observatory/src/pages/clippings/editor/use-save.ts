import { byUrl, byUrlChannel, type UrlName } from '@pauta/platform/config/delivery-channels'
import { useRef } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { act } from '../../../api/act.ts'
import {
  CreateClippingDocument,
  UpdateChannelsDocument,
  UpdateClippingDocument,
  type UpdateChannelsMutationVariables,
} from '../../../api/generated/operations.ts'
import { useAction } from '../../../api/use-action.ts'
import { paths } from '../../../paths.ts'
import { checkRecortes, getSchedule, inputOf, type ClippingDraft } from './draft.ts'

/** Creates the clipping, or replaces the one with the id. Returns its id. Throws ActionFailure. */
async function saveClipping(draft: ClippingDraft, id: string | undefined): Promise<string> {
  const input = inputOf(draft, getSchedule(draft))
  if (id !== undefined) {
    await act(UpdateClippingDocument, { id, input })
    return id
  }
  // A channel with an address starts when its address is saved.
  const deliveryChannels = { ...draft.channels, ...byUrlChannel(() => false) }
  const { createClipping } = await act(CreateClippingDocument, { input: { ...input, deliveryChannels } })
  return createClipping.id
}

/**
 * Saves the form of a clipping and opens the person's clippings. `id` is that of an existing clipping. `done` follows a
 * success.
 */
export function useSave(id: string | undefined, done: () => void) {
  const { route } = useLocation()
  // A second try after a failed second step changes the clipping that the first step made.
  const saved = useRef(id)
  const { failure, needsLogin, isRunning, run } = useAction()
  const save = (draft: ClippingDraft) =>
    run(async () => {
      checkRecortes(draft)
      saved.current = await saveClipping(draft, saved.current)
      const urls: Pick<UpdateChannelsMutationVariables, UrlName> = byUrl((name) => draft.urls[name].trim())
      await act(UpdateChannelsDocument, { id: saved.current, channels: { ...draft.channels }, ...urls })
      done()
      route(paths.myClippings)
    })
  return { save, failure, needsLogin, isSaving: isRunning }
}
