import { beginErasure, eraseWords, findErasure } from '@pauta/core/removals/erase'
import { setTakenDown } from '@pauta/core/removals/take-down'
import { exportDay } from '@pauta/functions/jobs/export-dataset/handler'
import { exportDataset } from '@pauta/functions/jobs/export-dataset/job'
import { parquetMetadata, parquetSchema } from 'hyparquet'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DATASET_COLUMNS } from '../kit/rows/dataset-files.ts'
import {
  FULL_DATASET,
  listShardPaths,
  readHubFile,
  readHubIds,
  readHubRows,
  REDUCED_DATASET,
} from '../kit/rows/datasets.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { tables } from '../kit/rows/tables.ts'
import { quickJob } from '../kit/workers/quick-job.ts'
import { startRun } from '../kit/workers/runs.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'

const quick = quickJob(exportDataset, exportDay, {
  retries: { attempts: 3, backoff: { kind: 'fixed', seconds: 1 } },
})

let stack: SharedStack
let hub: SharedStack['stack']['datasetHub']
beforeAll(async () => {
  stack = await shareTestStack({ jobs: [quick] })
  hub = stack.stack.datasetHub
})
afterEach(() => hub.intercept(undefined))

const run = async (date: string) => await startRun(stack, 'export-dataset', { date })
const exported = async (date: string) => (await (await run(date)).until('succeeded')).result

const commitsOf = (name: string) => hub.repository(name).commits().length
const commits = () => [commitsOf(FULL_DATASET), commitsOf(REDUCED_DATASET)]

// The tests run in this order: each continues with the dataset of the previous one.
describe('the daily export', () => {
  it('uploads one shard of the day with the documented columns, and a reduced one', async () => {
    await stack.write([
      anArticle({
        uniqueId: 'campanha_a1',
        agencyKey: 'saude',
        title: 'Campanha de vacinação começa — “já”',
        url: 'https://www.gov.br/saude/a1',
        publishedAt: '2026-06-01T23:59:59-03:00',
        updatedAt: '2026-06-02T08:30:00-03:00',
        extractedAt: '2026-06-02T03:15:00Z',
        subtitle: 'Linha',
        editorialLead: 'Chapéu',
        content: 'Texto com acentuação e 💉.',
        summary: 'Resumo.',
        imageUrl: 'https://www.gov.br/a1.png',
        videoUrl: 'https://www.gov.br/a1.mp4',
        category: 'Saúde',
        tags: ['vacina', 'SUS'],
        themeL1Code: '03',
        themeL1Label: 'Saúde',
        themeL2Code: '03.01',
        themeL2Label: 'Prevenção',
        themeL3Code: '03.01.02',
        themeL3Label: 'Vacinação',
        mostSpecificThemeCode: '03.01.02',
        mostSpecificThemeLabel: 'Vacinação',
      }),
      anArticle({ uniqueId: 'simples_b2', publishedAt: '2026-06-01T00:00:00-03:00', content: '' }),
      anArticle({ uniqueId: 'amanha_c3', publishedAt: '2026-06-02T00:00:00-03:00' }),
    ])
    // A guess of the built-in classifier, which no column tells apart from a label.
    await tables.articles.set(
      stack.db,
      { uniqueId: 'simples_b2' },
      {
        themeL1Code: '03',
        themeL2Code: '03.01',
        themeL3Code: '03.01.02',
        mostSpecificThemeCode: '03.01.02',
        themeModel: 'rules',
        themeSource: 'rules',
      },
    )
    const result = await exported('2026-06-01')
    expect(result).toMatchObject({
      day: '2026-06-01',
      dataset: FULL_DATASET,
      exported: 2,
      late: 0,
      alreadyThere: 0,
      removed: 0,
    })
    const [path = ''] = listShardPaths(hub)
    expect(path).toMatch(/^data\/train-2026-06-01-\d{6}\.parquet$/)
    expect(result?.['shards' as never]).toEqual([path])
    expect(listShardPaths(hub)).toEqual([path])
    expect(listShardPaths(hub, REDUCED_DATASET)).toEqual([path])

    const [simple, campaign] = await readHubRows(hub)
    expect(Object.keys(campaign ?? {})).toEqual(DATASET_COLUMNS)
    const labels = await stack.db<{ code: string; label: string }[]>`
      select code, label from themes where code in ('03', '03.01', '03.01.02') order by code`
    const [first, second, third] = labels.map(({ label }) => label)
    expect(campaign).toEqual({
      unique_id: 'campanha_a1',
      agency: 'saude',
      published_at: new Date('2026-06-02T02:59:59Z'),
      updated_datetime: new Date('2026-06-02T11:30:00Z'),
      extracted_at: new Date('2026-06-02T03:15:00Z'),
      title: 'Campanha de vacinação começa — “já”',
      subtitle: 'Linha',
      editorial_lead: 'Chapéu',
      url: 'https://www.gov.br/saude/a1',
      content: 'Texto com acentuação e 💉.',
      image: 'https://www.gov.br/a1.png',
      video_url: 'https://www.gov.br/a1.mp4',
      category: 'Saúde',
      tags: ['vacina', 'SUS'],
      theme_1_level_1: first,
      theme_1_level_1_code: '03',
      theme_1_level_1_label: first,
      theme_1_level_2_code: '03.01',
      theme_1_level_2_label: second,
      theme_1_level_3_code: '03.01.02',
      theme_1_level_3_label: third,
      most_specific_theme_code: '03.01.02',
      most_specific_theme_label: third,
      summary: 'Resumo.',
    })
    expect(simple).toMatchObject({
      unique_id: 'simples_b2',
      content: null,
      summary: null,
      tags: [],
      theme_1_level_1: null,
      theme_1_level_1_code: null,
      theme_1_level_1_label: null,
      theme_1_level_2_code: null,
      theme_1_level_2_label: null,
      theme_1_level_3_code: null,
      theme_1_level_3_label: null,
      most_specific_theme_code: null,
      most_specific_theme_label: null,
    })
    expect(await readHubRows(hub, REDUCED_DATASET)).toEqual(
      [simple, campaign].map((row) => ({
        published_at: row?.['published_at'],
        agency: row?.['agency'],
        title: row?.['title'],
        url: row?.['url'],
      })),
    )
  })

  it('writes 24 columns of the right types, in Snappy', async () => {
    const [path = ''] = listShardPaths(hub)
    const metadata = parquetMetadata(await readHubFile(hub, path))
    const types = parquetSchema(metadata).children.map(({ element, children }) => {
      const { name, type, converted_type, logical_type, repetition_type } = element
      const leaf = children[0]?.children[0]?.element
      return { name, type, converted_type, logical_type, repetition_type, leaf: leaf?.converted_type }
    })
    const instants = new Set<string>(['published_at', 'updated_datetime', 'extracted_at'])
    expect(types).toEqual(
      DATASET_COLUMNS.map((name) =>
        expect.objectContaining(
          instants.has(name)
            ? {
                name,
                type: 'INT64',
                converted_type: 'TIMESTAMP_MICROS',
                logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MICROS' },
              }
            : name === 'tags'
              ? { name, converted_type: 'LIST', leaf: 'UTF8' }
              : { name, type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
        ),
      ),
    )
    const codecs = metadata.row_groups.flatMap(({ columns }) => columns.map((c) => c.meta_data?.codec))
    expect(new Set(codecs)).toEqual(new Set(['SNAPPY']))
    expect(codecs).toHaveLength(24)
  })

  it('keeps the cards, with their front matter and counts', async () => {
    const cards = await Promise.all(
      [FULL_DATASET, REDUCED_DATASET].map(async (name) =>
        Buffer.from(await readHubFile(hub, 'README.md', name)).toString('utf8'),
      ),
    )
    for (const card of cards) {
      expect(card).toMatch(/^---\npretty_name: .+\nlanguage:\n- pt\nlicense: other\n/)
      expect(card).toContain('path: data/*.parquet')
      expect(card).toContain('**2** notícias de **2** órgãos (2026-06-01 – 2026-06-01)')
    }
    for (const name of DATASET_COLUMNS) expect(cards[0]).toContain(`| \`${name}\` |`)
    expect(cards[1]?.match(/^\| `/gm)).toHaveLength(4)
  })

  it('uploads nothing the second time', async () => {
    const before = commits()
    expect(await exported('2026-06-01')).toMatchObject({ exported: 0, shards: [], commits: [] })
    expect(commits()).toEqual(before)
  })

  it('includes late articles of earlier days, once', async () => {
    await stack.write([anArticle({ uniqueId: 'atrasada_d4', publishedAt: '2026-05-20T10:00:00-03:00' })])
    expect(await exported('2026-06-02')).toMatchObject({ exported: 2, late: 1 })
    expect(await readHubIds(hub)).toEqual(['amanha_c3', 'atrasada_d4', 'campanha_a1', 'simples_b2'])
    expect(await exported('2026-06-02')).toMatchObject({ exported: 0 })
  })

  it('removes a taken-down article from its shard and adds it again when it is restored', async () => {
    const [first = '', second = ''] = listShardPaths(hub)
    const untouched = await readHubFile(hub, second)
    await setTakenDown(stack.db, ['campanha_a1'], new Date())
    const before = commits()
    const result = await exported('2026-06-02')
    expect(result).toMatchObject({ exported: 0, removed: 1, shards: [], rewritten: [first] })
    // Each dataset gets one commit.
    expect(commits()).toEqual(before.map((count) => count + 1))
    expect(await readHubIds(hub)).toEqual(['amanha_c3', 'atrasada_d4', 'simples_b2'])
    expect((await readHubRows(hub, REDUCED_DATASET)).map((row) => row['url'])).not.toContain(
      'https://www.gov.br/saude/a1',
    )
    expect(await readHubFile(hub, second)).toEqual(untouched)

    // A shard without rows is deleted.
    await setTakenDown(stack.db, ['simples_b2'], new Date())
    await exported('2026-06-02')
    expect(listShardPaths(hub)).toEqual([second])
    expect(listShardPaths(hub, REDUCED_DATASET)).toEqual([second])
    expect(await stack.db`select path from dataset_shards`).toEqual([{ path: second }])

    await setTakenDown(stack.db, ['campanha_a1', 'simples_b2'], null)
    // The viewer may be late and still show removed articles.
    const rows = [{ row: { unique_id: 'campanha_a1' } }, { row: { unique_id: 'simples_b2' } }]
    hub.intercept(({ path }) =>
      path === '/filter' ? { status: 200, body: { rows, num_rows_total: 2 } } : undefined,
    )
    expect(await exported('2026-06-02')).toMatchObject({ exported: 2, late: 2 })
    expect(await readHubIds(hub)).toEqual(['amanha_c3', 'atrasada_d4', 'campanha_a1', 'simples_b2'])
  })

  it('takes an article whose words were erased out of both files, and never adds it again', async () => {
    const uniqueId = 'apagada_e5'
    await stack.write([anArticle({ uniqueId, publishedAt: '2026-05-20T10:00:00-03:00' })])
    await exported('2026-06-02')
    expect(await readHubIds(hub)).toContain(uniqueId)
    const erasure = await findErasure(stack.db, uniqueId)
    if (!erasure) throw new Error('not stored')
    await beginErasure(stack.db, erasure, { at: new Date(), reason: 'Ordem judicial' })
    await eraseWords(stack.db, uniqueId, new Date())
    expect(await exported('2026-06-02')).toMatchObject({ exported: 0, removed: 1 })
    expect(await readHubIds(hub)).toEqual(['amanha_c3', 'atrasada_d4', 'campanha_a1', 'simples_b2'])
    const urls = (await readHubRows(hub, REDUCED_DATASET)).map((row) => row['url'])
    expect(urls).not.toContain(erasure.addresses[0])
    expect(await exported('2026-06-02')).toMatchObject({ exported: 0, removed: 0 })
  })

  it('exports the previous local day when no date is given', async () => {
    const { result } = await (
      await startRun(
        stack,
        'export-dataset',
        {},
        {
          scheduledTime: new Date('2026-06-05T02:59:00Z'),
        },
      )
    ).until('succeeded')
    expect(result).toMatchObject({ day: '2026-06-03' })
    expect(exportDataset.parameters.safeParse({ date: '2026-02-30' }).success).toBe(false)
    const { error, attempts } = await (await run('2999-01-01')).until('failed')
    expect([error, attempts]).toEqual([expect.stringMatching(/is in the future/), 1])
  })
})
