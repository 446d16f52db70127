import { setTimeout as delay } from 'node:timers/promises'
import type { SearchIndex } from '@pauta/core/search-index/client'
import { unavailable } from '@pauta/platform/errors'
import type { LanguageModel } from './language-model/language-model.ts'
import { expect, it } from 'vitest'
import type { AgentEvent } from './agent-event.ts'
import type { AgentRun } from './agent-run.ts'
import { generateRecortes, type GenerateOptions } from './generate-recortes.ts'

const warnings: unknown[] = []
const anOption = (model: LanguageModel['answer']): GenerateOptions => ({
  worker: { url: '', token: '' },
  model: { name: 'modelo', answer: model },
  warn: (error) => warnings.push(error),
})
const aRun = (changes: Partial<AgentRun> = {}): AgentRun => ({
  prompt: 'saúde',
  index: {} as SearchIndex,
  readCatalogue: async () => ({ themes: [], agencies: [], entities: [] }),
  now: new Date(),
  signal: new AbortController().signal,
  isWanted: async () => true,
  ...changes,
})

async function listen(run: AgentRun, options: GenerateOptions): Promise<AgentEvent[]> {
  const events: AgentEvent[] = []
  for await (const event of generateRecortes(run, options)) events.push(event)
  return events
}
const never: LanguageModel['answer'] = async ({ signal }) => {
  await delay(60_000, undefined, { signal })
  throw new Error('unreachable')
}

it('returns one error after the time limit', async () => {
  const events = await listen(aRun(), { ...anOption(never), runSeconds: 0.05 })
  expect(events.map(({ type }) => type)).toEqual(['thinking', 'error'])
  expect(events.at(-1)).toMatchObject({ message: expect.stringMatching(/demorou demais/) })
})

it('ends at once without a warning when the client disconnects', async () => {
  const gone = new AbortController()
  setTimeout(() => gone.abort(new Error('gone')), 20)
  warnings.length = 0
  const events = await listen(aRun({ signal: gone.signal }), anOption(never))
  expect(events.map(({ type }) => type)).toEqual(['thinking', 'error'])
  expect(warnings).toEqual([])
})

it('returns a general error to the reader and logs the cause', async () => {
  warnings.length = 0
  const broken = async () => {
    throw new TypeError('secret detail')
  }
  const events = await listen(aRun(), anOption(broken))
  expect(events.at(-1)).toEqual({
    type: 'error',
    message: expect.stringMatching(/^A geração de recortes falhou/),
  })
  expect(warnings.map(String)).toEqual(['TypeError: secret detail'])
  const away = async () => {
    throw unavailable('language-model', new Error('down'))
  }
  expect((await listen(aRun(), anOption(away))).at(-1)).toMatchObject({
    message: 'Serviço indisponível no momento: language-model.',
  })
})

it('returns one error when the run is stopped', async () => {
  const events = await listen(aRun({ isWanted: async () => false }), anOption(never))
  expect(events.at(-1)).toEqual({ type: 'error', message: expect.stringMatching(/começou outra/) })
})
