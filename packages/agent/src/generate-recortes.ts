import type { Config } from '@pauta/platform/config/config'
import { PublicError } from '@pauta/platform/errors'
import type { LanguageModel } from './language-model/language-model.ts'
import { isLast, type AgentEvent } from './run/agent-event.ts'
import { RunStopped, type AgentRun } from './run/agent-run.ts'
import { converse } from './model/converse.ts'
import { planRecortes } from './planner/plan-recortes.ts'
import { passWorkerOn } from './worker/worker-events.ts'

const RUN_SECONDS = 200

/** Who does the work: a service of its own where its URL is known, else a model, else rules. */
export interface RecorteSources {
  worker: Config<'agentWorker'>['agentWorker']
  model: LanguageModel | undefined
}

export interface GenerateOptions extends RecorteSources {
  /** Told of what went wrong; watchers only hear that it did. */
  warn: (error: unknown, what: string) => void
  /** The longest that a run takes; 200 unless a test has no time for that. */
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
 * Generates recortes of a request, telling each step as it is taken. It ends with exactly one `done` or `error`, within
 * 200 seconds and a few more for the step that it is in, and never throws.
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
