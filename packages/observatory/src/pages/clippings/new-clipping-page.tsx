import { useEffect, useRef, useState } from 'preact/hooks'
import { ActionFailure } from '../../api/act.ts'
import { readSession } from '../../api/session.ts'
import { EnterButton } from '../../frame/enter-button.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { texts } from '../../texts.ts'
import { AgentSteps } from './agent-steps.tsx'
import { generateRecortes, type AgentEvent } from './generate-recortes.ts'
import { SaveClipping, type Proposal } from './save-clipping.tsx'

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

function findProposal(events: readonly AgentEvent[]): Proposal | undefined {
  const last = events.at(-1)
  return last?.__typename === 'AgentEventDone' && last.recortes.length > 0 ? last : undefined
}

/** Makes a clipping of a sentence: the agent's steps, then volume and sample, then name, time and channel. */
export function NewClippingPage() {
  useTitle(texts.agent.title)
  const [prompt, setPrompt] = useState('')
  const { events, isRunning, failure, start, stop } = useAgent()
  const proposal = findProposal(events)
  if (!readSession())
    return (
      <section>
        <h1>{texts.agent.title}</h1>
        <p>{texts.clippings.login}</p>
        <EnterButton />
      </section>
    )
  return (
    <section class="article">
      <h1>{texts.agent.title}</h1>
      <p class="lead">{texts.agent.lead}</p>
      <form
        class="prompt"
        onSubmit={(event) => {
          event.preventDefault()
          void start(prompt)
        }}
      >
        <textarea
          aria-label={texts.agent.field}
          placeholder={texts.agent.placeholder}
          rows={3}
          required
          minLength={3}
          maxLength={PROMPT_MAX_CHARACTERS}
          value={prompt}
          onInput={({ currentTarget }) => setPrompt(currentTarget.value)}
        />
        <p class="actions">
          <button type="submit" disabled={isRunning}>
            {texts.agent.start}
          </button>
          {isRunning && (
            <button type="button" onClick={stop}>
              {texts.agent.stop}
            </button>
          )}
        </p>
      </form>
      {failure !== undefined && (
        <p class="failure" role="alert">
          {failure}
        </p>
      )}
      {(isRunning || events.length > 0) && <AgentSteps events={events} isRunning={isRunning} />}
      {proposal && <SaveClipping key={proposal.suggestedName} proposal={proposal} prompt={prompt} />}
    </section>
  )
}
