import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { ActionFailure } from '../../../api/act.ts'
import { EditedClippingDocument } from '../../../api/generated/operations.ts'
import { readSession } from '../../../api/session.ts'
import { useData } from '../../../api/use-data.ts'
import { EnterButton } from '../../../frame/enter-button.tsx'
import { Missing } from '../../../frame/missing.tsx'
import { FailedAction, ReadyPage } from '../../../frame/states.tsx'
import { takeFocus } from '../../../frame/take-focus.ts'
import { useTitle } from '../../../frame/use-title.ts'
import { paths } from '../../../paths.ts'
import { texts } from '../../../texts/texts.ts'
import { AgentSteps } from './agent-steps.tsx'
import { generateRecortes, type AgentEvent } from './generate-recortes.ts'
import { ClippingForm } from './clipping-form.tsx'
import { draftOfClipping, draftOfProposal, emptyDraft } from './draft.ts'
import { findSentence, hasDraft, keepSentence, NEW_CLIPPING } from './kept-draft.ts'
import { readEventWords } from './read-event-words.ts'
import { readScheduleWords } from './read-schedule-words.ts'

const NAME_MAX_CHARACTERS = 100
const PROMPT_MIN_CHARACTERS = 3
const PROMPT_MAX_CHARACTERS = 2000

/** Runs the agent for a request, and keeps its steps. */
function useAgent() {
  const [events, setEvents] = useState<readonly AgentEvent[]>([])
  const [isRunning, setRunning] = useState(false)
  const [failure, setFailure] = useState<string>()
  const abort = useRef<AbortController>(undefined)
  const start = async (prompt: string) => {
    abort.current?.abort()
    const controller = new AbortController()
    abort.current = controller
    setEvents([])
    setFailure(undefined)
    setRunning(true)
    try {
      for await (const event of generateRecortes(prompt, controller.signal))
        setEvents((known) => [...known, event])
    } catch (error) {
      if (!controller.signal.aborted)
        setFailure(error instanceof ActionFailure ? error.message : texts.agent.broken)
    }
    setRunning(false)
  }
  useEffect(() => () => abort.current?.abort(), [])
  return { events, isRunning, failure, start, stop: () => abort.current?.abort() }
}

/** Reads what a sentence says of the form: schedule and events. */
function readWords(prompt: string) {
  const { events, rest } = readEventWords(prompt)
  return { ...readScheduleWords(rest), events }
}

type Done = Extract<AgentEvent, { __typename: 'AgentEventDone' }>

function findProposal(events: readonly AgentEvent[]): Done | undefined {
  const last = events.at(-1)
  return last?.__typename === 'AgentEventDone' ? last : undefined
}

/** The form with the agent's proposal. Takes the focus, because the proposal arrives while a person waits for it. */
function ProposedClipping({ proposal, prompt }: { proposal: Done; prompt: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 ref={heading} tabIndex={-1}>
        {texts.agent.proposal}
      </h2>
      <p class="help">{texts.agent.ready}</p>
      <ClippingForm
        place={NEW_CLIPPING}
        isProposal
        initial={draftOfProposal(proposal, prompt, readWords(prompt))}
      />
    </>
  )
}

/** Makes a form of a sentence: the agent's steps, then its proposal to correct. */
function FromSentence({ startByHand }: { startByHand: () => void }) {
  const [prompt, setPrompt] = useState(findSentence)
  const [sent, setSent] = useState('')
  const { events, isRunning, failure, start, stop } = useAgent()
  const proposal = findProposal(events)
  const submit = () => {
    if (isRunning) return
    const { rest } = readWords(prompt)
    setSent(prompt)
    // Schedule and events are for the form. A sentence of nothing else goes to the agent as it is.
    void start(rest.length < PROMPT_MIN_CHARACTERS ? prompt : rest)
  }
  return (
    <>
      <p class="lead">{texts.agent.lead}</p>
      <form
        class="prompt"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <textarea
          aria-label={texts.agent.field}
          placeholder={texts.agent.placeholder}
          rows={3}
          required
          minLength={PROMPT_MIN_CHARACTERS}
          maxLength={PROMPT_MAX_CHARACTERS}
          value={prompt}
          onInput={({ currentTarget }) => {
            keepSentence(currentTarget.value)
            setPrompt(currentTarget.value)
          }}
        />
        <p class="help">{texts.agent.schedule}</p>
        <p class="actions">
          <button type="submit" aria-disabled={isRunning}>
            {texts.agent.start}
          </button>
          {isRunning && (
            <button type="button" onClick={stop}>
              {texts.agent.stop}
            </button>
          )}
          <button type="button" onClick={startByHand}>
            {texts.agent.byHand}
          </button>
        </p>
      </form>
      <FailedAction text={failure} />
      {(isRunning || events.length > 0) && <AgentSteps events={events} isRunning={isRunning} />}
      {proposal && proposal.recortes.length === 0 && <p role="status">{texts.agent.empty}</p>}
      {proposal && proposal.recortes.length > 0 && <ProposedClipping proposal={proposal} prompt={sent} />}
    </>
  )
}

/** The form with the fields of another clipping of the person. */
function Duplicate({ id }: { id: string }) {
  const loaded = useData(EditedClippingDocument, { id })
  return (
    <ReadyPage loaded={loaded} lines={14}>
      {({ clipping }) => {
        if (!clipping?.isAuthor)
          return <Missing title={texts.editor.notOwn} href={paths.myClippings} to={texts.clippings.mine} />
        const draft = draftOfClipping(clipping)
        const name = texts.editor.copyOf(draft.name).slice(0, NAME_MAX_CHARACTERS)
        return (
          <section class="article">
            <h1>{texts.agent.title}</h1>
            <ClippingForm key={id} place={`copy.${id}`} initial={{ ...draft, name }} />
          </section>
        )
      }}
    </ReadyPage>
  )
}

/** Makes a clipping: of a sentence, by hand, or of another clipping. The form is the same. */
export function NewClippingPage() {
  useTitle(texts.agent.title)
  const { query } = useLocation()
  // A form that was left before it was saved is shown again.
  const [isByHand, setByHand] = useState(() => hasDraft(NEW_CLIPPING))
  const copied = query['copia']
  if (!readSession())
    return (
      <section>
        <h1>{texts.agent.title}</h1>
        <p>{texts.clippings.login}</p>
        <EnterButton />
      </section>
    )
  if (copied !== undefined) return <Duplicate id={copied} />
  return (
    <section class="article">
      {/* The button that led to the form by hand is gone. */}
      <h1 tabIndex={-1} ref={isByHand ? takeFocus : null}>
        {isByHand ? texts.editor.byHand : texts.agent.title}
      </h1>
      {isByHand ? (
        <ClippingForm place={NEW_CLIPPING} initial={emptyDraft()} />
      ) : (
        <FromSentence startByHand={() => setByHand(true)} />
      )}
    </section>
  )
}
