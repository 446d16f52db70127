import type { Config } from '@pauta/platform/config/config'
import { isLast, type AgentEvent } from '../agent-event.ts'
import { assertWanted, type AgentRun } from '../agent-run.ts'
import { BrokenStream, readDataLines } from './read-data-lines.ts'
import { readWorkerMessages } from './worker-message.ts'

/** An agent may be silent for a minute. The run ends after half a minute more. */
const SILENCE_SECONDS = 90

/** Requests the run from the worker. The answer must start within the time that the worker may be silent later. */
async function openStream(
  { url, token }: Config<'agentWorker'>['agentWorker'],
  { prompt, signal }: AgentRun,
): Promise<ReadableStream<Uint8Array>> {
  const late = new AbortController()
  const timer = setTimeout(
    () => late.abort(new BrokenStream(`no answer in ${SILENCE_SECONDS} s`)),
    SILENCE_SECONDS * 1000,
  )
  const response = await fetch(`${url.replace(/\/$/, '')}/agent/generate-recortes`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      ...(token !== '' && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ prompt, stream: true }),
    redirect: 'error',
    signal: AbortSignal.any([signal, late.signal]),
  }).finally(() => clearTimeout(timer))
  if (response.status === 200 && response.body) return response.body
  await response.body?.cancel()
  throw new BrokenStream(`the worker answered ${response.status}`)
}

/**
 * Yields the events of a worker's run up to the last event. Throws BrokenStream, or the error of the connection, if
 * the stream ends without a last event.
 */
export async function* passWorkerOn(
  worker: Config<'agentWorker'>['agentWorker'],
  run: AgentRun,
): AsyncGenerator<AgentEvent> {
  await assertWanted(run)
  const body = await openStream(worker, run)
  const options = { signal: run.signal, silenceMs: SILENCE_SECONDS * 1000 }
  for await (const data of readDataLines(body, options)) {
    for (const event of readWorkerMessages(data)) {
      if (event.type === 'toolCall') await assertWanted(run)
      yield event
      if (isLast(event)) return
    }
  }
  throw new BrokenStream('the worker ended without a result')
}
