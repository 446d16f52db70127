import { useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { act } from '../../../api/act.ts'
import {
  CreateClippingDocument,
  UpdateChannelsDocument,
  UpdateClippingDocument,
} from '../../../api/generated/operations.ts'
import { paths } from '../../../paths.ts'
import { texts } from '../../../texts.ts'
import { inputOf, scheduleOf, type ClippingDraft } from './draft.ts'

/** Creates the clipping, or replaces the one with the id. Returns its id. Throws ActionFailure. */
async function saveClipping(draft: ClippingDraft, schedule: string, id: string | undefined): Promise<string> {
  const input = inputOf(draft, schedule)
  if (id !== undefined) {
    await act(UpdateClippingDocument, { id, input })
    return id
  }
  // A channel with an address starts when its address is saved.
  const deliveryChannels = { ...draft.channels, webhook: false, slack: false }
  const { createClipping } = await act(CreateClippingDocument, { input: { ...input, deliveryChannels } })
  return createClipping.id
}

/** Saves the form of a clipping and opens the person's clippings. `id` is that of an existing clipping. */
export function useSave(id: string | undefined) {
  const { route } = useLocation()
  // A second try after a failed second step changes the clipping that the first step made.
  const saved = useRef(id)
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const save = async (draft: ClippingDraft) => {
    const schedule = scheduleOf(draft)
    if (schedule === undefined) {
      setFailure(texts.editor.badSchedule)
      return
    }
    setSaving(true)
    setFailure(undefined)
    try {
      saved.current = await saveClipping(draft, schedule, saved.current)
      await act(UpdateChannelsDocument, {
        id: saved.current,
        channels: { ...draft.channels },
        webhookUrl: draft.webhookUrl.trim(),
        slackUrl: draft.slackUrl.trim(),
      })
      route(paths.myClippings)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : texts.failures.server)
    }
    setSaving(false)
  }
  return { save, failure, isSaving }
}
