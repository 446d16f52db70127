import type { LanguageModel } from '../language-model/language-model.ts'
import { readAnswer, type ModelAnswer } from '@pauta/enrichment/classify/answer'
import {
  INSTRUCTIONS,
  writeQuestion,
  type ClassifiableArticle,
  type ThemeChoice,
} from '@pauta/enrichment/classify/question'

/** The answer takes about 200; the rest is for models that think aloud before. */
const ANSWER_MAX_TOKENS = 1000
/** With what the service asks us to wait when it has too much to do. */
const ANSWER_TIMEOUT_MS = 40_000

/**
 * Asks a model for the theme and the summary of an article, in one request of bounded size. The article is given as
 * data, alone, so that whatever it says concerns nobody else; and what comes back is checked, so that the most it can
 * do is to be badly classified. Throws SERVICE_UNAVAILABLE (`language-model`) when no answer comes in 40 s, and
 * UnusableAnswer.
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
