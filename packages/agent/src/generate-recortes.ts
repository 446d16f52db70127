import type { Config } from '@pauta/platform/config/config'
import { PublicError } from '@pauta/platform/errors'
import type { LanguageModel } from './language-model/language-model.ts'
import { isLast, type AgentEvent } from './agent-event.ts'
import { RunStopped, type AgentRun } from './agent-run.ts'
import { converse } from './conversation/converse.ts'
import { planRecortes } from './planner/plan-recortes.ts'
import { passWorkerOn } from './remote-agent/worker-events.ts'

const RUN_SECONDS = 200

/**
 * Chooses who generates: the agent worker if its URL is set, else the language model if one is configured, else
 * rules.
 */
interface RecorteSources {
  worker: Config<'agentWorker'>['agentWorker']
  model: LanguageModel | undefined
}

export interface GenerateOptions extends RecorteSources {
  /** Logs the cause of an error. The reader gets only a general message. */
  warn: (error: unknown, what: string) => void
  /** Time limit of a run in seconds; 200 by default. Tests set a shorter one. */
  runSeconds?: number
}

const STOPPED = 'Esta geração foi interrompida porque você começou outra.'
const TOO_LONG = 'A geração demorou demais e foi interrompida. Tente um pedido mais curto.'
const FAILED = 'A geração de recortes falhou. Tente de novo em alguns minutos.'

function chooseSource(run: AgentRun, { worker, model }: RecorteSources): AsyncGenerator<AgentEvent> {
  if (worker.url !== '') return passWorkerOn(worker, run)
  return model ? converse(model, run) : planRecortes(run)
}

/**
 * Generates recortes for a request and yields an event for each step. Yields exactly one `done` or `error`, as the
 * last event, after at most 200 seconds plus the current step. Never throws.
 */
export async function* generateRecortes(run: AgentRun, options: GenerateOptions): AsyncGenerator<AgentEvent> {
  const deadline = AbortSignal.timeout((options.runSeconds ?? RUN_SECONDS) * 1000)
  const bounded = { ...run, signal: AbortSignal.any([run.signal, deadline]) }
  try {
    for await (const event of chooseSource(bounded, options)) {
      yield event
      if (isLast(event)) return
    }
    throw new Error('The run ended without a result')
  } catch (error) {
    if (!(error instanceof RunStopped) && !run.signal.aborted)
      options.warn(error, 'a run of the agent failed')
    const message = error instanceof PublicError ? error.message : FAILED
    yield {
      type: 'error',
      message: error instanceof RunStopped ? STOPPED : deadline.aborted ? TOO_LONG : message,
    }
  }
}
