import { texts } from '../../../texts/texts.ts'
import type { AgentEvent } from './generate-recortes.ts'

interface Sample {
  recorte?: string
  count?: number
  articles?: { title: string; agency_name?: string | null }[]
}

interface ToolArguments {
  recorte?: string
}

const SAMPLE_TITLES = 3

function Sampled({ payloadJson }: { payloadJson: string }) {
  const { recorte, articles = [] } = JSON.parse(payloadJson) as Sample
  return (
    <>
      {texts.agent.sample(recorte ?? '')}
      <ul>
        {articles.slice(0, SAMPLE_TITLES).map(({ title, agency_name: agency }) => (
          <li key={title}>
            {title} {agency && <small>· {agency}</small>}
          </li>
        ))}
      </ul>
    </>
  )
}

function Step({ event }: { event: AgentEvent }) {
  switch (event.__typename) {
    case 'AgentEventThinking':
    case 'AgentEventAdjusting':
    case 'AgentEventError':
      return <>{event.message}</>
    case 'AgentEventToolCall': {
      const { recorte } = JSON.parse(event.argsJson) as ToolArguments
      return <>{texts.agent.call(texts.agent.tools[event.tool] ?? event.tool, recorte)}</>
    }
    case 'AgentEventSampleResult':
      return <Sampled payloadJson={event.payloadJson} />
    case 'AgentEventDone':
      return <>{event.explanation}</>
    case 'AgentEventToolResult':
      break
  }
  return null
}

/** The steps of the agent, each as it arrives. */
export function AgentSteps({ events, isRunning }: { events: readonly AgentEvent[]; isRunning: boolean }) {
  const shown = events.filter(({ __typename }) => __typename !== 'AgentEventToolResult')
  return (
    <ol class="steps" aria-live="polite" aria-busy={isRunning}>
      {shown.map((event, position) => (
        <li key={position} class={event.__typename}>
          <Step event={event} />
        </li>
      ))}
      {isRunning && <li class="running">{texts.agent.running}</li>}
    </ol>
  )
}
