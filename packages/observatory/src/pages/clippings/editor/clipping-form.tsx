import { useRef } from 'preact/hooks'
import { FailedAction } from '../../../frame/states.tsx'
import { texts } from '../../../texts/texts.ts'
import { DeliveryFields } from './delivery-fields.tsx'
import { MailPreview } from './mail-preview.tsx'
import { newRecorte } from './draft.ts'
import { RecorteFields } from './recorte-fields.tsx'
import { ScheduleFields } from './schedule-fields.tsx'
import { TextField } from './text-field.tsx'
import { useDraft, type DraftStart } from './use-draft.ts'
import { useSave } from './use-save.ts'

const NAME_MAX_CHARACTERS = 100
const DESCRIPTION_MAX_CHARACTERS = 500
const RECORTES_MAX = 20

interface ClippingFormProps extends DraftStart {
  /** The clipping that the form replaces; a new one without it. */
  id?: string
  /** The secret of its webhook; null without one. */
  webhookSecret?: string | null
}

/** What the clipping is called. */
function NameFields({ draft, change }: Pick<ReturnType<typeof useDraft>, 'draft' | 'change'>) {
  const words = texts.editor
  return (
    <p class="fields">
      <TextField
        label={words.name}
        value={draft.name}
        isRequired
        maxLength={NAME_MAX_CHARACTERS}
        change={(name) => change({ name })}
      />
      <TextField
        label={words.description}
        value={draft.description}
        maxLength={DESCRIPTION_MAX_CHARACTERS}
        change={(description) => change({ description })}
      />
    </p>
  )
}

/** Says that the fields are those of a form that was left, and takes them back. */
function Kept({ giveUp }: { giveUp: () => void }) {
  return (
    <p class="notice actions">
      <span>{texts.editor.kept}</span>
      <button type="button" onClick={giveUp}>
        {texts.editor.giveUp}
      </button>
    </p>
  )
}

/** The form of a clipping, whoever filled it: a person, the agent, or the clipping that it changes. */
export function ClippingForm({ id, webhookSecret = null, ...start }: ClippingFormProps) {
  const { draft, change, isKept, giveUp, forget } = useDraft(start)
  const { save, failure, needsLogin, isSaving } = useSave({ id, place: start.place }, forget)
  const heading = useRef<HTMLHeadingElement>(null)
  const words = texts.editor
  const { recortes } = draft
  const remove = (removed: number) => {
    change({ recortes: recortes.filter(({ key }) => key !== removed) })
    // The button that had the focus is gone.
    heading.current?.focus()
  }
  return (
    <form
      class="save"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isSaving) void save(draft)
      }}
    >
      {isKept && (
        <Kept
          giveUp={() => {
            giveUp()
            // The button that had the focus is gone.
            heading.current?.focus()
          }}
        />
      )}
      <NameFields draft={draft} change={change} />
      <h2 ref={heading} tabIndex={-1}>
        {words.recortes}
      </h2>
      <p class="help">{words.recortesHelp}</p>
      {recortes.map((recorte, at) => (
        <RecorteFields
          key={recorte.key}
          recorte={recorte}
          position={at + 1}
          change={(changed) =>
            change({ recortes: recortes.map((other) => (other.key === changed.key ? changed : other)) })
          }
          remove={recortes.length > 1 ? () => remove(recorte.key) : undefined}
        />
      ))}
      {recortes.length < RECORTES_MAX && (
        <p>
          <button type="button" onClick={() => change({ recortes: [...recortes, newRecorte(recortes)] })}>
            {words.addRecorte}
          </button>
        </p>
      )}
      <ScheduleFields draft={draft} change={change} />
      <DeliveryFields draft={draft} change={change} webhookSecret={webhookSecret} />
      <MailPreview draft={draft} id={id} />
      <FailedAction text={needsLogin ? words.expired : failure} needsLogin={needsLogin} />
      <button type="submit" aria-disabled={isSaving}>
        {isSaving ? words.saving : words.save}
      </button>
    </form>
  )
}
