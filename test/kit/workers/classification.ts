import type { StackOptions } from '@pauta/local/stack-types'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openPipeline, type Pipeline } from './ingest.ts'
import {
  startLanguageModelService,
  type LanguageModelService,
  type ModelQuestion,
  type ModelReply,
} from '../services/language-model-service.ts'
import { startTestStack, type TestStack } from '../stack/stack.ts'

export const MODEL = 'modelo-pequeno'
export const SUMMARY = 'A vacinação contra a dengue começa na segunda. O público são crianças de 10 anos.'
/** The model's default answer for every article, and its themes. */
export const VACCINATION = { themeCode: '03.02.01', summary: SUMMARY }
export const THEMES = {
  themeL1Code: '03',
  themeL2Code: '03.02',
  themeL3Code: '03.02.01',
  mostSpecificThemeCode: '03.02.01',
}
/** Columns of an article without a classification. */
export const NOTHING = {
  summary: null,
  summaryModel: null,
  themeModel: null,
  themeL1Code: null,
  mostSpecificThemeCode: null,
}

/** A reply with an answer in the requested format. */
export const says = (answer: unknown) => (): ModelReply => ({ text: JSON.stringify(answer) })

/** Returns the article of a request, as the model gets it. */
export function articleIn(question: ModelQuestion | undefined): { title: string; text: string } {
  const text = question?.messages.at(-1)?.content.split('\nNotícia:\n').at(-1)
  return JSON.parse(text ?? '') as { title: string; text: string }
}

/** A stack with a language model, for the tests of a file. */
export interface Classification {
  stack: TestStack
  pipeline: Pipeline
  service: LanguageModelService
  /** Summary, themes and their sources. */
  classified: (uniqueId: string) => Promise<Record<string, unknown> | undefined>
  findStep: (uniqueId: string) => Promise<Record<string, unknown> | undefined>
  /** Returns the articles of the dead letters and deletes the letters. */
  takeDead: () => Promise<string[]>
}

/** Tokens that articles may cost in a month; without them there is no limit. */
interface Budget {
  monthlyTokens?: number
}

async function open(options: Partial<StackOptions>, budget: Budget): Promise<Classification> {
  const service = await startLanguageModelService(says(VACCINATION))
  const stack = await startTestStack({
    ...options,
    languageModel: { kind: 'openai-compatible', url: service.url, model: MODEL, ...budget },
  })
  const pipeline = openPipeline(stack)
  // The module is large. Loading it in the first message could exceed the visibility time-out.
  await import('@pauta/agent/language-model/ask-model')
  return {
    stack,
    pipeline,
    service,
    async classified(uniqueId) {
      const [row] = await stack.db`
        select summary, summary_model, theme_model, theme_l1_code, theme_l2_code, theme_l3_code,
          most_specific_theme_code
        from articles where unique_id = ${uniqueId}`
      return row
    },
    async findStep(uniqueId) {
      const [row] = await stack.db`
        select status, attempts, error from pipeline_steps where unique_id = ${uniqueId} and step = 'classify'`
      return row
    },
    async takeDead() {
      const bodies = await pipeline.cloud.drain(stack.stack.queueUrl('classify-dlq'))
      return bodies.map((body) => (JSON.parse(body) as { subject: string }).subject)
    },
  }
}

/** Opens a stack with a language model before the tests of a file and closes it after them. */
export function useClassification(
  options: Partial<StackOptions> = {},
  budget: Budget = {},
): () => Classification {
  let opened: Classification | undefined
  const get = () => {
    if (!opened) throw new Error('The stack is not there yet')
    return opened
  }
  beforeAll(async () => {
    opened = await open(options, budget)
  })
  afterAll(async () => {
    const { pipeline, stack, service } = get()
    pipeline.cloud.close()
    await stack.stop()
    await service.stop()
  })
  beforeEach(() => {
    const { service } = get()
    service.questions.length = 0
    service.script(says(VACCINATION))
  })
  return get
}
