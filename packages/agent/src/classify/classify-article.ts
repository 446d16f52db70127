import type { LanguageModel } from '../language-model/language-model.ts'
import { readAnswer, type ModelAnswer } from '@pauta/enrichment/classify/answer'
import {
  INSTRUCTIONS,
  writeQuestion,
  type ClassifiableArticle,
  type ThemeChoice,
} from '@pauta/enrichment/classify/question'

/** An answer has about 200 tokens. The rest leaves room for models that write their reasoning first. */
const ANSWER_MAX_TOKENS = 1000
/** Includes the waits that a throttling service asks for. */
const ANSWER_TIMEOUT_MS = 40_000

/**
 * Asks a model for the theme and the summary of an article, in one request of bounded size. The request contains one
 * article, as data, so a text with instructions can at most misclassify itself. The answer is validated. Throws
 * SERVICE_UNAVAILABLE (`language-model`) after 40 s without an answer, and UnusableAnswer.
 */
export async function classifyArticle(
  article: ClassifiableArticle,
  {
    model,
    catalogue,
    signal,
  }: { model: LanguageModel; catalogue: ReadonlyMap<string, ThemeChoice>; signal: AbortSignal },
): Promise<ModelAnswer> {
  const { text } = await model.answer({
    instructions: INSTRUCTIONS,
    messages: [{ role: 'user', text: writeQuestion(article, catalogue.values()) }],
    tools: [],
    maxOutputTokens: ANSWER_MAX_TOKENS,
    timeoutMs: ANSWER_TIMEOUT_MS,
    signal,
  })
  return readAnswer(text, catalogue)
}
