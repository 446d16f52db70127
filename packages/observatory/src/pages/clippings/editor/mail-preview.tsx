import { useState } from 'preact/hooks'
import { ask } from '../../../api/act.ts'
import { MailPreviewDocument, type MailPreviewQuery } from '../../../api/generated/operations.ts'
import { useAction } from '../../../api/use-action.ts'
import { FailedAction } from '../../../frame/states.tsx'
import { texts } from '../../../texts/texts.ts'
import { getSchedule, inputOf, type ClippingDraft } from './draft.ts'

/** Widths of windows of mail clients, in pixels: on a desk and on a phone. */
const WIDTHS = [640, 320] as const

/** `undefined` before the first question; `null` for a clipping without news. */
type Shown = MailPreviewQuery['clippingMailPreview'] | undefined

/** Frames without rights: no script of the mail runs, and no link opens. */
function Frames({ html }: { html: string }) {
  return (
    <div class="mail-frames">
      {WIDTHS.map((width) => (
        // A narrow page scrolls it, which the keyboard must be able to do.
        <figure key={width} tabIndex={0} aria-label={texts.editor.preview.width(width)}>
          <figcaption>{texts.editor.preview.width(width)}</figcaption>
          <iframe sandbox="" srcdoc={html} width={width} title={texts.editor.preview.width(width)} />
        </figure>
      ))}
    </div>
  )
}

function Preview({ shown }: { shown: Shown }) {
  const words = texts.editor.preview
  if (shown === undefined) return null
  if (shown === null) return <p class="warning">{words.empty}</p>
  return (
    <>
      <p>
        {words.subject}: <strong>{shown.subject}</strong>
      </p>
      <Frames html={shown.html} />
    </>
  )
}

interface MailPreviewProps {
  draft: ClippingDraft
  /** The clipping that the form replaces; a new one without it. */
  id: string | undefined
}

/** The mail of the form as it would be sent now, on demand. Nothing is saved. */
export function MailPreview({ draft, id }: MailPreviewProps) {
  const words = texts.editor.preview
  const [shown, setShown] = useState<Shown>()
  const { failure, needsLogin, isRunning: isLoading, run } = useAction()
  const load = async () => {
    const input = inputOf({ ...draft, name: draft.name.trim() || words.unnamed }, getSchedule(draft))
    setShown((await ask(MailPreviewDocument, { input, clippingId: id ?? null })).clippingMailPreview ?? null)
  }
  return (
    <section class="mail-preview">
      <h2>{words.title}</h2>
      <p class="help">{words.help}</p>
      <p>
        <button type="button" aria-disabled={isLoading} onClick={() => !isLoading && void run(load)}>
          {isLoading ? texts.loading : shown === undefined ? words.show : words.renew}
        </button>
      </p>
      <p class="unseen" role="status">
        {shown && !isLoading && words.ready}
      </p>
      <FailedAction text={needsLogin ? texts.editor.expired : failure} needsLogin={needsLogin} />
      <Preview shown={shown} />
    </section>
  )
}
