import { listToClassify } from '@pauta/core/features/backfill'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import {
  startLanguageModelService,
  type LanguageModelService,
} from '../kit/services/language-model-service.ts'
import { startTestStack, type TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

const COMMAND = 'enrich'
const answer = (summary: string) => () => ({ text: JSON.stringify({ themeCode: '09', summary }) })

let stack: TestStack
let pipeline: Pipeline
let service: LanguageModelService

beforeAll(async () => {
  service = await startLanguageModelService(answer('Um resumo.'))
  stack = await startTestStack({
    languageModel: { kind: 'openai-compatible', url: service.url, model: 'modelo' },
  })
  pipeline = openPipeline(stack)
})
afterAll(async () => {
  pipeline.cloud.close()
  await stack.stop()
  await service.stop()
})
beforeEach(async () => {
  await tables.articles.clear(stack.db)
  service.questions.length = 0
  service.script(answer('Um resumo.'))
})

const call = makeCommandCaller(() => stack.stack.environment)
const run = (...args: string[]) => call(COMMAND, args)
const write = async (count: number, changes: Parameters<typeof anArticle>[0] = {}) => {
  const articles = Array.from({ length: count }, () => anArticle(changes))
  await stack.write(articles)
  return articles.map(({ uniqueId }) => String(uniqueId))
}
const summaries = async () => {
  const rows = await stack.db<{ summary: string | null }[]>`select summary from articles order by unique_id`
  return rows.map(({ summary }) => summary)
}

describe('enrich with a configured language model', () => {
  it('--missing asks once for each article without theme and summary, and --dry-run prints the number', async () => {
    await write(3)
    await write(1, { summary: 'Do órgão.', themeL1Code: '03', themeL1Label: 'Saúde' })
    const dry = await run('--missing', '--dry-run')
    expect(dry.stdout).toMatch(/4 articles would be enriched, the language model asked for 3, nothing/)
    expect(service.questions).toEqual([])
    const { code, stdout } = await run('--missing')
    expect(code).toBe(0)
    expect(stdout).toMatch(/4 articles enriched, 0 failed\./)
    expect(stdout).toMatch(/\d articles classified, 0 failed\./)
    expect(await summaries()).toEqual(['Um resumo.', 'Um resumo.', 'Um resumo.', 'Do órgão.'])
    expect(service.questions).toHaveLength(3)
    expect((await run('--missing')).stdout).toMatch(/\b0 articles enriched[^]*\b0 articles classified/)
    await pipeline.settled()
    expect(service.questions).toHaveLength(3)
  })

  it('--missing reads articles without a theme and articles that already wait in one query', async () => {
    const [due = '', failed = '', neither = ''] = (await write(3)).sort()
    await tables.pipelineSteps.add(stack.db, [
      { uniqueId: due, step: 'classify', status: 'due' },
      { uniqueId: failed, step: 'classify', status: 'failed' },
    ])
    const place = { after: '', limit: 10 }
    expect(await listToClassify(stack.db, { kind: 'missing' }, place)).toEqual([
      { uniqueId: due, isWaiting: true },
      { uniqueId: failed, isWaiting: false },
      { uniqueId: neither, isWaiting: false },
    ])
  })

  it('--missing asks for articles from before the model was configured, and for failed articles', async () => {
    const [old = '', failed = ''] = await write(2)
    await run('--missing')
    await tables.articles.set(stack.db, {}, { summary: null, summaryModel: null })
    await tables.pipelineSteps.remove(stack.db, { uniqueId: old, step: 'classify' })
    await tables.pipelineSteps.set(
      stack.db,
      { uniqueId: failed, step: 'classify' },
      { status: 'failed', attempts: 5, error: 'no' },
    )
    const { stdout } = await run('--missing')
    expect(stdout).toMatch(/\b0 articles enriched, 0 failed\.[^]*\b2 articles classified, 0 failed\./)
    expect(await summaries()).toEqual(['Um resumo.', 'Um resumo.'])
  })

  it('--since asks again for every article from that day on that lacks a theme or summary of its agency', async () => {
    await write(1, { publishedAt: '2026-05-31T23:59:59-03:00' })
    await write(2, { publishedAt: '2026-06-01T00:00:00-03:00' })
    await run('--missing')
    service.script(answer('Outro resumo.'))
    expect((await run('--since', '2026-06-01')).stdout).toMatch(/\b2 articles classified, 0 failed\./)
    expect(await summaries()).toEqual(['Um resumo.', 'Outro resumo.', 'Outro resumo.'])
  })

  it('prints the articles that failed with reasons, and exits with 1', async () => {
    const [id = ''] = await write(1)
    service.script(() => ({ status: 410 }))
    const { code, stdout, stderr } = await run('--missing')
    expect(code).toBe(1)
    expect(stdout).toMatch(/1 articles enriched, 0 failed\.[^]*0 articles classified, 1 failed\./)
    expect(stderr).toMatch(new RegExp(`^${id}: .*language-model.*410`, 'm'))
  })
})
