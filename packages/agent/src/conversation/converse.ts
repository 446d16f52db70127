import { DESCRIPTION_MAX_CHARACTERS, NAME_MAX_CHARACTERS } from '@pauta/clippings/clippings/bounds'
import { identifyRecortes } from '@pauta/clippings/recortes/recorte'
import { PublicError } from '@pauta/platform/errors'
import type {
  LanguageModel,
  ModelMessage,
  ModelToolAnswer,
  ModelToolCall,
} from '../language-model/language-model.ts'
import * as z from 'zod'
import { ANALYSING, type AgentEvent } from '../agent-event.ts'
import { assertWanted, type AgentRun } from '../agent-run.ts'
import { cutAtWord, oneLine } from '@pauta/platform/text/cut-text'
import { judge } from '../tools/measure.ts'
import { explainCounts } from '../summary.ts'
import { countRecorte, type RecorteCount } from '../tools/count-recorte.ts'
import { TOOLS } from '../tools/toolbox.ts'
import { useTool } from '../tools/use-tool.ts'
import { INSTRUCTIONS, LAST_TURN, PLEASE_PROPOSE } from './instructions.ts'
import { PROPOSE, readProposal, type Proposal } from '../tools/proposal.ts'

const TURNS_MAX = 6
const CALLS_PER_TURN = 12
const TURN_SECONDS = 60
const TURN_OUTPUT_TOKENS = 3000
/** Limit for all turns of a run together. Repeated input counts in every turn. */
const RUN_TOKENS = 80_000
const REMARK_MAX_CHARACTERS = 1000

/** A proposal and its recortes with what each of them captures. */
interface Counted {
  proposal: Proposal
  recortes: { recorte: Proposal['recortes'][number]; count: RecorteCount }[]
}

const verdictOf = (count: RecorteCount) => judge({ monthCount: count.count_30_days }, count.total_30_days)

/** The state of a conversation. */
interface Conversation {
  messages: ModelMessage[]
  tokens: number
  /** The last proposal that captures any article; until one does, the last proposal. */
  best: Counted | undefined
  isDone: boolean
}

async function* countProposal(proposal: Proposal, run: AgentRun): AsyncGenerator<AgentEvent, Counted> {
  const recortes: Counted['recortes'] = []
  for (const recorte of proposal.recortes) {
    const { title, ...filters } = recorte
    recortes.push({ recorte, count: yield* useTool(countRecorte, { recorte: title, filters }, run) })
  }
  return { proposal, recortes }
}

function describeFaults({ recortes }: Counted): string[] {
  return recortes.flatMap(({ recorte, count }) => {
    const title = `“${recorte.title}”`
    const verdict = verdictOf(count)
    if (verdict === 'empty') return [`${title} não capta nenhuma notícia em 30 dias`]
    if (verdict === 'broad') return [`${title} capta notícias demais (${count.count_30_days} em 30 dias)`]
    return []
  })
}

/** Counts the articles of a proposal. The conversation is done if the proposal has no problem. */
async function* propose(
  args: unknown,
  state: Conversation,
  run: AgentRun,
): AsyncGenerator<AgentEvent, unknown> {
  const read = readProposal(args)
  if ('problem' in read) return { error: read.problem }
  const counted = yield* countProposal(read.proposal, run)
  const capturesAny = counted.recortes.some(({ count }) => verdictOf(count) !== 'empty')
  if (capturesAny || !state.best) state.best = counted
  const faults = describeFaults(counted)
  state.isDone = faults.length === 0
  if (state.isDone) return { accepted: true }
  yield { type: 'adjusting', message: `${faults.join('; ')}: ajustando os recortes.` }
  return { accepted: false, problems: faults, counts: counted.recortes.map(({ count }) => count) }
}

/** Runs one tool call. Mistakes of the model are returned to the model; our own failures are thrown. */
async function* answerCall(
  { tool: name, args }: ModelToolCall,
  state: Conversation,
  run: AgentRun,
): AsyncGenerator<AgentEvent, unknown> {
  if (name === PROPOSE.name) return yield* propose(args, state, run)
  const tool = TOOLS.find((known) => known.name === name)
  if (!tool) return { error: `There is no tool ${cutAtWord(oneLine(name), 100)}.` }
  try {
    return yield* useTool(tool, args, run)
  } catch (error) {
    if (error instanceof z.ZodError) return { error: z.prettifyError(error) }
    if (error instanceof PublicError && !error.retryable) return { error: error.message }
    throw error
  }
}

/** Runs one turn of the model and the tool calls that the model requests. */
async function* takeTurn(
  model: LanguageModel,
  state: Conversation,
  { run, isLastTurn }: { run: AgentRun; isLastTurn: boolean },
): AsyncGenerator<AgentEvent> {
  await assertWanted(run)
  if (isLastTurn) state.messages.push({ role: 'user', text: LAST_TURN })
  const { text, calls, tokens } = await model.answer({
    instructions: INSTRUCTIONS,
    messages: state.messages,
    tools: isLastTurn ? [PROPOSE] : [...TOOLS, PROPOSE],
    maxOutputTokens: TURN_OUTPUT_TOKENS,
    timeoutMs: TURN_SECONDS * 1000,
    signal: run.signal,
  })
  state.tokens += tokens
  const taken = calls.slice(0, CALLS_PER_TURN)
  // Services refuse an empty message.
  if (text !== '' || taken.length > 0) state.messages.push({ role: 'model', text, calls: taken })
  if (text !== '') yield { type: 'thinking', message: cutAtWord(oneLine(text), REMARK_MAX_CHARACTERS) }
  if (taken.length === 0) {
    state.messages.push({ role: 'user', text: PLEASE_PROPOSE })
    return
  }
  const answers: ModelToolAnswer[] = []
  for (const call of taken) {
    answers.push({ call, value: yield* answerCall(call, state, run) })
    if (state.isDone) return
  }
  state.messages.push({ role: 'tools', answers })
}

/**
 * Returns the last event: the best proposal without the recortes that capture no article. If no recorte captures an
 * article, all of them stay and wait for news.
 */
function conclude({ best, isDone }: Conversation, turns: number): AgentEvent {
  if (!best)
    return {
      type: 'error',
      message: 'Não cheguei a nenhum recorte. Descreva o assunto de outro modo e tente de novo.',
    }
  const capturing = best.recortes.filter(({ count }) => verdictOf(count) !== 'empty')
  const kept = capturing.length > 0 ? capturing : best.recortes
  const counts = explainCounts(
    kept.map(({ recorte, count }) => ({
      title: recorte.title,
      count: count.count,
      monthCount: count.count_30_days,
    })),
  )
  const { suggested_name: suggestedName, description, explanation } = best.proposal
  return {
    type: 'done',
    recortes: identifyRecortes(kept.map(({ recorte }) => recorte)),
    explanation: explanation === '' ? counts : `${explanation}\n\n${counts}`,
    description: cutAtWord(oneLine(description), DESCRIPTION_MAX_CHARACTERS),
    suggestedName: cutAtWord(oneLine(suggestedName), NAME_MAX_CHARACTERS),
    iterations: turns,
    converged: isDone,
  }
}

/**
 * Generates recortes in a conversation with a language model that calls tools. Turns, calls, tokens and time are
 * limited. Throws SERVICE_UNAVAILABLE when the model or the index does not answer.
 */
export async function* converse(model: LanguageModel, run: AgentRun): AsyncGenerator<AgentEvent> {
  yield { type: 'thinking', message: ANALYSING }
  const state: Conversation = {
    messages: [{ role: 'user', text: run.prompt }],
    tokens: 0,
    best: undefined,
    isDone: false,
  }
  let turns = 0
  while (turns < TURNS_MAX && !state.isDone && state.tokens < RUN_TOKENS) {
    turns++
    yield* takeTurn(model, state, { run, isLastTurn: turns === TURNS_MAX })
  }
  yield conclude(state, turns)
}
