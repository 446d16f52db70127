import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { writeJsonLines } from '../kit/rows/dataset-files.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { newPerson } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: TestStack
let folder: string
beforeAll(async () => {
  stack = await shareTestStack()
  folder = await mkdtemp(join(tmpdir(), 'pauta-json-'))
  await stack.write([anArticle({ uniqueId: 'json_000001' })])
})
afterAll(async () => {
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})

const call = makeCommandCaller(() => stack.stack.environment)

/** Runs a command with --json. Returns its exit code and the one JSON value on its standard output. */
async function run(name: string, ...args: string[]) {
  const { code, stdout, stderr } = await call(name, [...args, '--json'])
  return { code, result: JSON.parse(stdout) as unknown, stderr }
}

it('articles names the changed and the unchanged articles', async () => {
  expect(await run('articles', 'take-down', 'json_000001', 'nowhere_000001')).toMatchObject({
    code: 1,
    result: { changed: ['json_000001'], unchanged: ['nowhere_000001'] },
  })
  expect(await run('articles', 'put-back', 'json_000001')).toMatchObject({ code: 0 })
  const text = expect.any(String) as string
  expect(await run('articles', 'erase', 'json_000001', '--reason', 'x')).toMatchObject({
    code: 1,
    result: { uniqueId: 'json_000001', erased: false, agencyKey: text, addresses: [text], titles: [text] },
  })
})

it('import-news counts rows and keeps its progress out of the result', async () => {
  const file = join(folder, 'news.jsonl')
  const row = { unique_id: 'json_000002', agency: 'orgao-novo', title: 'Um', url: 'https://www.gov.br/x/2' }
  await writeJsonLines(file, [{ ...row, published_at: '2026-05-01' }, { title: 'ruim' }])
  expect(await run('import-news', file)).toMatchObject({
    code: 1,
    result: { rows: 2, inserted: 1, bad: 1, unknownAgencies: ['orgao-novo'] },
    stderr: expect.stringContaining(`${file}:2: `) as string,
  })
})

it('sync-typesense and enrich count the articles of a dry run', async () => {
  expect(await run('sync-typesense', '--full-sync', '--dry-run')).toMatchObject({
    code: 0,
    result: { dryRun: true, written: 2, refused: 0 },
  })
  expect(await run('enrich', '--missing', '--dry-run')).toMatchObject({
    code: 0,
    result: { dryRun: true, enrich: 2 },
  })
})

it('sync-typesense --remote returns the run of the job', async () => {
  expect(await run('sync-typesense', '--full-sync', '--remote')).toMatchObject({
    code: 0,
    result: { run: { job: 'sync-index', status: 'succeeded', result: { written: 2, refused: 0 } } },
  })
})

it('enrich counts done and failed articles', async () => {
  expect(await run('enrich', '--missing')).toMatchObject({
    code: 0,
    result: { dryRun: false, enrich: { done: 2, failed: 0 } },
    stderr: expect.stringContaining('2 articles enriched, 0 failed.') as string,
  })
})

it('job returns the run, the list of jobs and the list of runs', async () => {
  expect(await run('job', 'check-database')).toMatchObject({
    code: 0,
    result: { run: { status: 'succeeded', attempts: 1, result: { articles: 2 } } },
  })
  expect(await run('job', '--list')).toMatchObject({
    result: {
      jobs: expect.arrayContaining([
        expect.objectContaining({
          name: 'scrape',
          documentedId: 'scrape_<agency>',
          parameters: [
            expect.objectContaining({
              flag: '--agency',
              parameter: 'agency',
              isRequired: false,
              takesValue: true,
              description: 'key of the agency; without it all that are due',
            }) as unknown,
          ],
        }),
      ]) as unknown,
    },
  })
  expect(await run('job', 'check-database', '--runs')).toMatchObject({
    result: { runs: [{ status: 'succeeded' }] },
  })
})

it('pipeline returns the state of every step and the retried articles', async () => {
  await tables.pipelineSteps.set(
    stack.db,
    { uniqueId: 'json_000001', step: 'index' },
    { status: 'failed', attempts: 5, error: 'no such model' },
  )
  expect(await run('pipeline', 'status', '--step', 'index')).toMatchObject({
    result: {
      steps: [{ step: 'index', failed: 1 }],
      failedSteps: [{ uniqueId: 'json_000001', error: 'no such model' }],
    },
  })
  expect(await run('pipeline', 'retry', '--step', 'index')).toMatchObject({
    code: 0,
    result: { retried: { index: 1 } },
  })
})

it('entities returns the rebuilt rows and the listed entities', async () => {
  expect(await run('entities', 'rebuild')).toMatchObject({ code: 0, result: { articles: 2 } })
  expect(await run('entities', 'list', '--limit', '1')).toMatchObject({
    result: { entities: [{ entityId: expect.any(String) as string }] },
  })
})

it('deliveries and people return rows and counts', async () => {
  expect(await run('deliveries', 'list')).toMatchObject({ code: 0, result: { deliveries: [] } })
  expect(await run('deliveries', 'retry')).toMatchObject({ code: 0, result: { retried: [] } })
  expect(await run('deliveries', 'unsuppress', 'a@exemplo.org')).toMatchObject({
    code: 1,
    result: { ended: null },
  })
  const id = await (await newPerson(stack)).id()
  expect(await run('people', 'export', '--user', id)).toMatchObject({ code: 0, result: { person: id } })
  expect(await run('people', 'erase', '--user', id)).toMatchObject({
    code: 1,
    result: { person: id, removed: false, rows: { users: 1 } },
  })
  expect(await run('people', 'erase', '--user', id, '--yes')).toMatchObject({
    code: 0,
    result: { person: id, removed: true, rows: { users: 1 } },
  })
})
