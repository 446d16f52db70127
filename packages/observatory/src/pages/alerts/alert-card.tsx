import { useState } from 'preact/hooks'
import { formatMoment } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { draftRecorte, filtersOf } from '../clippings/editor/draft.ts'
import { RecorteFields } from '../clippings/editor/recorte-fields.tsx'
import { RecorteFilters } from '../clippings/recorte-filters.tsx'
import { FrequencyField } from './frequency-field.tsx'
import type { ShownAlerts, useAlerts } from './use-alerts.ts'

const words = texts.alerts

type Alert = NonNullable<ShownAlerts>['alerts'][number]
type Actions = Pick<ReturnType<typeof useAlerts>, 'confirm' | 'update' | 'cancel'>

/** The form of what an alert selects. */
function Change({ alert: { id, recorte }, update }: { alert: Alert; update: Actions['update'] }) {
  const [draft, setDraft] = useState(draftRecorte(recorte, 0))
  return (
    <details>
      <summary>{words.change}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void update(id, {
            recorte: {
              ...filtersOf(draft),
              events: [...draft.events],
              title: draft.title.trim() || recorte.title,
            },
          })
        }}
      >
        <RecorteFields recorte={draft} position={1} change={setDraft} remove={undefined} />
        <button type="submit">{words.saveChange}</button>
      </form>
    </details>
  )
}

/** One alert: what it selects, when it arrives, and the buttons of its address. */
export function AlertCard({ alert, actions }: { alert: Alert; actions: Actions }) {
  const { id, recorte, confirmed, frequency, nextRunAt } = alert
  return (
    <li class="card">
      <h2>{recorte.title}</h2>
      <RecorteFilters recorte={recorte} />
      <p class={confirmed ? 'help' : 'warning'}>
        {confirmed ? words.next(formatMoment(nextRunAt)) : words.waiting}
      </p>
      <p class="fields">
        <FrequencyField
          frequency={frequency}
          change={(chosen) => void actions.update(id, { frequency: chosen })}
        />
      </p>
      <Change key={JSON.stringify(recorte)} alert={alert} update={actions.update} />
      <p class="actions">
        {!confirmed && (
          <button type="button" class="button" onClick={() => void actions.confirm(id)}>
            {words.confirm(recorte.title)}
          </button>
        )}
        <button type="button" onClick={() => void actions.cancel(id)}>
          {words.cancel(recorte.title)}
        </button>
      </p>
    </li>
  )
}
