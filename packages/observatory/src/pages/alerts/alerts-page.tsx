import { useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { Failure, Skeleton } from '../../frame/states.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts/texts.ts'
import { AlertCard } from './alert-card.tsx'
import { useAlerts } from './use-alerts.ts'

const words = texts.alerts

/** Leaving everything at once. */
function Leave({ leave }: { leave: (block: boolean) => Promise<void> }) {
  const [blocks, setBlocks] = useState(false)
  return (
    <section>
      <h2>{words.leave}</h2>
      <p>{words.leaveHelp}</p>
      <p class="checks">
        <label>
          <input
            type="checkbox"
            checked={blocks}
            onChange={({ currentTarget: { checked } }) => setBlocks(checked)}
          />
          {words.block}
        </label>
      </p>
      <button type="button" onClick={() => void leave(blocks)}>
        {words.leaveNow}
      </button>
    </section>
  )
}

function Alerts({ token }: { token: string }) {
  const alerts = useAlerts(token)
  const { shown, failure, message } = alerts
  const heading = useRef<HTMLHeadingElement>(null)
  /** Runs an action whose button may be gone afterwards, and then moves the focus to the heading. */
  const withFocus = (action: () => Promise<void>) => action().then(() => heading.current?.focus())
  const actions = {
    update: alerts.update,
    confirm: (id: string) => withFocus(() => alerts.confirm(id)),
    cancel: (id: string) => withFocus(() => alerts.cancel(id)),
  }
  return (
    <section class="article">
      <h1 ref={heading} tabIndex={-1}>
        {words.title}
      </h1>
      <p role="status">{message}</p>
      {failure !== undefined && <Failure text={failure} retry={() => void alerts.load()} />}
      {shown === undefined && failure === undefined && <Skeleton lines={8} />}
      {shown === null && (
        <p>
          {words.none} <a href={paths.search}>{words.search}</a>
        </p>
      )}
      {shown && (
        <>
          <p>{words.of(shown.address)}</p>
          <ul class="alerts unmarked">
            {shown.alerts.map((alert) => (
              <AlertCard key={alert.id} alert={alert} actions={actions} />
            ))}
          </ul>
          <Leave leave={(block) => withFocus(() => alerts.leave(block))} />
        </>
      )}
    </section>
  )
}

/** Where an address without an account confirms, changes and ends its alerts. Opening the page changes nothing. */
export function AlertsPage() {
  useTitle(words.title)
  const { query } = useLocation()
  const token = query['token'] ?? ''
  if (token !== '') return <Alerts key={token} token={token} />
  return (
    <section class="article">
      <h1>{words.title}</h1>
      <p>
        {words.noToken} <a href={paths.search}>{words.search}</a>
      </p>
    </section>
  )
}
