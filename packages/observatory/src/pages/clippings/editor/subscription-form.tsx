import { useLocation } from 'preact-iso'
import { useState } from 'preact/hooks'
import { act } from '../../../api/act.ts'
import { UpdateChannelsDocument } from '../../../api/generated/operations.ts'
import { useAction } from '../../../api/use-action.ts'
import { listEntries } from '../../../frame/list-entries.ts'
import { FailedAction } from '../../../frame/states.tsx'
import { paths } from '../../../paths.ts'
import { texts } from '../../../texts/texts.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import { urlsOf, type DeliveryDraft } from './draft.ts'

interface SubscriptionFormProps {
  /** The clipping. */
  id: string
  initial: DeliveryDraft
  webhookSecret: string | null
}

/** The form of how a person receives a clipping that somebody else made. */
export function SubscriptionForm({ id, initial, webhookSecret }: SubscriptionFormProps) {
  const { route } = useLocation()
  const [draft, setDraft] = useState(initial)
  const { failure, needsLogin, isRunning, run } = useAction()
  const words = texts.editor
  const save = () =>
    run(async () => {
      const extraEmails = listEntries(draft.recipients)
      await act(UpdateChannelsDocument, {
        id,
        channels: { ...draft.channels },
        extraEmails,
        ...urlsOf(draft),
      })
      route(paths.myClippings)
    })
  return (
    <form
      class="save"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isRunning) void save()
      }}
    >
      <DeliveryFields
        draft={draft}
        change={(values) => setDraft((known) => ({ ...known, ...values }))}
        webhookSecret={webhookSecret}
      />
      <FailedAction text={failure} needsLogin={needsLogin} />
      <button type="submit" aria-disabled={isRunning}>
        {isRunning ? words.saving : words.saveDelivery}
      </button>
    </form>
  )
}
