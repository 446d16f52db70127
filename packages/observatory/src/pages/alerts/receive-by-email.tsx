import { useEffect, useRef, useState } from 'preact/hooks'
import { act } from '../../api/act.ts'
import {
  CreateClippingDocument,
  RequestAlertDocument,
  type AlertFrequency,
  type RecorteInput,
} from '../../api/generated/operations.ts'
import { readSession } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { EnterButton } from '../../frame/enter-button.tsx'
import { FailedAction } from '../../frame/states.tsx'
import { takeFocus } from '../../frame/take-focus.ts'
import { formatMoment } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { FrequencyField } from './frequency-field.tsx'
import { describeExclusions, recorteOf, selectsSomething, type AlertSelection } from './selection.ts'
import { useNames } from './use-names.ts'

const words = texts.alerts
/** The schedules of a clipping, as an alert without an account has them. */
const SCHEDULES: Record<AlertFrequency, string> = { DAILY: '0 7 * * *', WEEKLY: '0 7 * * 1' }

/** What a reader is told after the request. */
interface Done {
  text: string
  /** The clipping that was made, to change it. */
  clippingId?: string
}

/** Makes a clipping with one recorte. Throws ActionFailure. */
async function saveClipping(recorte: RecorteInput, frequency: AlertFrequency): Promise<Done> {
  const { createClipping } = await act(CreateClippingDocument, {
    input: {
      name: recorte.title,
      schedule: SCHEDULES[frequency],
      recortes: [recorte],
      deliveryChannels: { email: true },
    },
  })
  return { text: words.saved(formatMoment(createClipping.nextRunAt)), clippingId: createClipping.id }
}

/** Has the service ask the address for its confirmation. Throws ActionFailure. */
async function askAddress(recorte: RecorteInput, frequency: AlertFrequency, email: string): Promise<Done> {
  const { requestAlert } = await act(RequestAlertDocument, { input: { email, recorte, frequency } })
  return { text: words.asked(email, requestAlert.confirmWithinDays) }
}

/** What happened. Takes the focus from the form that it replaces. */
function Finished({ done: { text, clippingId } }: { done: Done }) {
  return (
    <p role="status" class="notice" tabIndex={-1} ref={takeFocus}>
      {text} {clippingId !== undefined && <a href={paths.editClipping(clippingId)}>{words.edit}</a>}
    </p>
  )
}

/** The field of the address. It takes the focus, because the button that opens the form was the last step before typing. */
function AddressField({ email, change }: { email: string; change: (email: string) => void }) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <label>
      {words.email}
      <input
        ref={field}
        type="email"
        autocomplete="email"
        required
        maxLength={254}
        value={email}
        onInput={({ currentTarget }) => change(currentTarget.value)}
      />
    </label>
  )
}

function Panel({ selection }: { selection: AlertSelection }) {
  const names = useNames(selection)
  const [frequency, setFrequency] = useState<AlertFrequency>('DAILY')
  const [email, setEmail] = useState('')
  const [done, setDone] = useState<Done>()
  const { failure, isRunning: isSending, run } = useAction()
  const isLoggedIn = readSession() !== undefined
  if (done) return <Finished done={done} />
  if (!names) return <p role="status">{texts.loading}</p>
  const recorte = recorteOf(selection, names)
  const send = async () =>
    setDone(
      isLoggedIn
        ? await saveClipping(recorte, frequency)
        : await askAddress(recorte, frequency, email.trim()),
    )
  return (
    <form
      class="card"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSending) void run(send)
      }}
    >
      <p>{words.selects(recorte.title, describeExclusions(selection, names))}</p>
      {selection.leavesOut === true && <p class="help">{words.leavesOut}</p>}
      <p class="fields">
        <FrequencyField frequency={frequency} change={setFrequency} />
        {!isLoggedIn && <AddressField email={email} change={setEmail} />}
      </p>
      <FailedAction text={failure} />
      <button type="submit" aria-disabled={isSending}>
        {isSending ? words.asking : isLoggedIn ? words.save : words.ask}
      </button>
      {!isLoggedIn && (
        <>
          <p class="help">{words.privacy}</p>
          <p class="help">
            {words.withAccount} <EnterButton />
          </p>
        </>
      )}
    </form>
  )
}

/**
 * A button that opens the form by which the news of a page arrive by e-mail: as a clipping of the person who is logged in,
 * else as an alert of an address that confirms. Shows nothing for a selection of everything.
 */
export function ReceiveByEmail({ selection }: { selection: AlertSelection }) {
  const [isOpen, setOpen] = useState(false)
  if (!selectsSomething(selection)) return null
  return (
    <div class="receive">
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {words.open}
      </button>
      {isOpen && <Panel key={JSON.stringify(selection)} selection={selection} />}
    </div>
  )
}
