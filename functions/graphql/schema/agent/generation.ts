import type { AgentEvent } from '@pauta/agent/agent-event'
import type { AgentRun } from '@pauta/agent/agent-run'
import { readNameCatalogue } from '@pauta/agent/names/catalogue'
import { beginRun, endRun, isRunActive } from '@pauta/agent/counted-runs'
import type { DbPool } from '@pauta/platform/database/database'
import { badInput } from '@pauta/platform/errors'
import type { Logger } from '@pauta/platform/telemetry/logger'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { showEvent } from './show-event.ts'
import type { ShownEvent } from '../../request/stream-context.ts'

const PROMPT_MIN_CHARACTERS = 3
const PROMPT_MAX_CHARACTERS = 2000

export interface GenerationServices {
  db: DbPool
  index: SearchIndex
  logger: Logger
  /** Maximum number of simultaneous streams of the stage. */
  streams: number
  generateRecortes: (run: AgentRun) => AsyncGenerator<AgentEvent>
}

export interface GenerationRequest {
  prompt: string
  userId: string
  now: Date
  /** Aborts when the client disconnects. */
  signal: AbortSignal
}

/** Returns the trimmed prompt. Throws BAD_USER_INPUT. */
function readPrompt(text: string): string {
  const prompt = text.trim()
  const { length } = [...prompt]
  if (length < PROMPT_MIN_CHARACTERS || length > PROMPT_MAX_CHARACTERS)
    throw badInput('prompt', `deve ter de ${PROMPT_MIN_CHARACTERS} a ${PROMPT_MAX_CHARACTERS} caracteres.`)
  return prompt
}

async function* watch(
  id: string,
  events: AsyncGenerator<AgentEvent>,
  { db, logger }: GenerationServices,
): AsyncGenerator<{ generateRecortes: ShownEvent }> {
  let outcome: 'done' | 'error' = 'error'
  try {
    for await (const event of events) {
      // Recorded before the event is sent: after the last event, a client may start another run at once.
      if (event.type === 'done') outcome = 'done'
      yield { generateRecortes: showEvent(event) }
    }
  } finally {
    await endRun(db, { id, outcome, now: new Date() }).catch((error: unknown) => {
      logger.error({ error, run: id }, 'the end of a run was not recorded')
    })
  }
}

/**
 * Starts a run of the agent for a person and returns its events. Throws BAD_USER_INPUT for a prompt that is too short
 * or too long, and RATE_LIMITED for the 51st run of a day.
 */
export async function beginGeneration(
  services: GenerationServices,
  { prompt: text, userId, now, signal }: GenerationRequest,
): Promise<AsyncIterable<{ generateRecortes: ShownEvent }>> {
  const { db, index, streams, generateRecortes } = services
  const prompt = readPrompt(text)
  const id = await beginRun(db, { userId, now, streams })
  let catalogue: ReturnType<typeof readNameCatalogue> | undefined
  const events = generateRecortes({
    prompt,
    index,
    now,
    signal,
    readCatalogue: () => (catalogue ??= readNameCatalogue(db)),
    isWanted: () => isRunActive(db, id),
  })
  return watch(id, events, services)
}
