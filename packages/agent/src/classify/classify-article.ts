import { isFree } from '../language-model/is-free.ts'
import type { LanguageModel, ModelTurn } from '../language-model/language-model.ts'
import { readAnswer, type ModelAnswer } from '@pauta/enrichment/classify/answer'
import { checkNames } from '@pauta/enrichment/classify/check-names'
import {
  INSTRUCTIONS,
  writeQuestion,
  type ClassifiableArticle,
  type ThemeChoice,
} from '@pauta/enrichment/classify/question'

/** An answer has about 500 tokens. The rest leaves room for models that write their reasoning first. */
const ANSWER_MAX_TOKENS = 2000
/** Includes the waits that a throttling service asks for. */
const ANSWER_TIMEOUT_MS = 40_000
/** Portuguese has more characters per token, so an estimate is rather too high. */
const CHARACTERS_PER_TOKEN = 3

/** Counts what calls cost. */
export interface CallCounter {
  /** Counts a call that is about to be made, with its estimated tokens. Returns null when it may not be made. */
  begin(tokens: number): Promise<((tokens: number) => Promise<void>) | null>
}

async function ask(
  { model, counter, signal }: { model: LanguageModel; counter: CallCounter; signal: AbortSignal },
  question: string,
): Promise<ModelTurn | null> {
  const estimate =
    Math.ceil((INSTRUCTIONS.length + question.length) / CHARACTERS_PER_TOKEN) + ANSWER_MAX_TOKENS
  const end = await counter.begin(estimate)
  if (end === null) return null
  let turn: ModelTurn
  try {
    turn = await model.answer({
      instructions: INSTRUCTIONS,
      messages: [{ role: 'user', text: question }],
      tools: [],
      maxOutputTokens: ANSWER_MAX_TOKENS,
      timeoutMs: ANSWER_TIMEOUT_MS,
      signal,
    })
  } catch (error) {
    if (isFree(error)) await end(0)
    throw error
  }
  // Some services do not report tokens; then the estimate stays.
  if (turn.tokens > 0) await end(turn.tokens)
  return turn
}

/**
 * Asks a model for the theme, the summary and the names of an article, in one request of bounded size. The request contains
 * one article, as data, so a text with instructions can at most misclassify itself. The answer is validated: names that the
 * article does not have are left out. Returns null when the counter refuses the call. Throws SERVICE_UNAVAILABLE (`language-model`) after 40 s without an answer, and
 * UnusableAnswer.
 */
export async function classifyArticle(
  article: ClassifiableArticle,
  {
    catalogue,
    ...asking
  }: {
    model: LanguageModel
    catalogue: ReadonlyMap<string, ThemeChoice>
    counter: CallCounter
    signal: AbortSignal
  },
): Promise<ModelAnswer | null> {
  const turn = await ask(asking, writeQuestion(article, catalogue.values()))
  if (turn === null) return null
  const answer = readAnswer(turn.text, catalogue)
  return { ...answer, names: checkNames(answer.names, article) }
}
