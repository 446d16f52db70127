import { useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { act } from '../../api/act.ts'
import { CreateClippingDocument, RecorteVolumeDocument } from '../../api/generated/operations.ts'
import { useData } from '../../api/use-data.ts'
import { formatCount, formatDecimal } from '../../format.ts'
import { paths } from '../../paths.ts'
import { texts } from '../../texts.ts'
import { RecorteFilters, type Filters } from './recorte-filters.tsx'

/** What the agent proposes. */
export interface Proposal {
  suggestedName: string
  description: string
  recortes: readonly Filters[]
}

const DAYS = 7
/** More articles a day than this are seldom read. */
const MANY_PER_DAY = 50

function Volume({ recorte }: { recorte: Filters }) {
  const { data } = useData(RecorteVolumeDocument, {
    themes: [...recorte.themes],
    agencies: [...recorte.agencies],
    keywords: [...recorte.keywords],
    excludeKeywords: [...recorte.excludeKeywords],
    sinceHours: DAYS * 24,
  })
  if (!data) return null
  const perDay = data.estimateRecorteCount / DAYS
  return (
    <p class={perDay > MANY_PER_DAY ? 'warning' : 'help'}>
      {texts.agent.volume(formatCount(data.estimateRecorteCount), formatDecimal(perDay))}
      {perDay > MANY_PER_DAY && ` ${texts.agent.tooMany}`}
    </p>
  )
}

function useSave(proposal: Proposal, prompt: string) {
  const { route } = useLocation()
  const [failure, setFailure] = useState<string>()
  const [isSaving, setSaving] = useState(false)
  const save = async (fields: { name: string; schedule: string }) => {
    setSaving(true)
    setFailure(undefined)
    try {
      await act(CreateClippingDocument, {
        input: {
          ...fields,
          description: proposal.description,
          prompt,
          recortes: proposal.recortes.map(({ title, themes, agencies, keywords, excludeKeywords }) => ({
            title,
            themes: [...themes],
            agencies: [...agencies],
            keywords: [...keywords],
            excludeKeywords: [...excludeKeywords],
          })),
          deliveryChannels: { email: true },
        },
      })
      route(paths.myClippings)
    } catch (error) {
      setFailure(error instanceof Error ? error.message : texts.failures.server)
    }
    setSaving(false)
  }
  return { save, failure, isSaving }
}

/** The proposal with its volume, and the fields to save it as a clipping that arrives by e-mail. */
export function SaveClipping({ proposal, prompt }: { proposal: Proposal; prompt: string }) {
  const [name, setName] = useState(proposal.suggestedName)
  const [time, setTime] = useState('07:00')
  const [days, setDays] = useState('*')
  const { save, failure, isSaving } = useSave(proposal, prompt)
  const [hour = '7', minute = '0'] = time.split(':')
  return (
    <form
      class="save"
      onSubmit={(event) => {
        event.preventDefault()
        void save({ name, schedule: `${Number(minute)} ${Number(hour)} * * ${days}` })
      }}
    >
      <h2>{texts.agent.proposal}</h2>
      <ul class="cards plain">
        {proposal.recortes.map((recorte) => (
          <li key={recorte.title} class="card">
            <h3>{recorte.title}</h3>
            <RecorteFilters recorte={recorte} />
            <Volume recorte={recorte} />
          </li>
        ))}
      </ul>
      <p class="fields">
        <label>
          {texts.agent.name}
          <input
            type="text"
            required
            maxLength={100}
            value={name}
            onInput={({ currentTarget }) => setName(currentTarget.value)}
          />
        </label>
        <label>
          {texts.agent.days}
          <select value={days} onChange={({ currentTarget }) => setDays(currentTarget.value)}>
            <option value="*">{texts.agent.everyDay}</option>
            <option value="1-5">{texts.agent.workDays}</option>
            <option value="1">{texts.agent.mondays}</option>
          </select>
        </label>
        <label>
          {texts.agent.time}
          <input
            type="time"
            required
            value={time}
            onInput={({ currentTarget }) => setTime(currentTarget.value)}
          />
        </label>
      </p>
      <p class="help">{texts.agent.byMail}</p>
      {failure !== undefined && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      <button type="submit" disabled={isSaving}>
        {texts.agent.save}
      </button>
    </form>
  )
}
