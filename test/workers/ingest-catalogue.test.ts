import { recordThemes } from '@pauta/core/themes/writes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { themed } from '../kit/rows/themes.ts'

let stack: TestStack
let pipeline: Pipeline

beforeAll(async () => {
  stack = await shareTestStack()
  pipeline = openPipeline(stack)
  await stack.publish([
    anArticle({ uniqueId: 'saude_000001', ...themed('03.02.01'), publishedAt: ago({ hours: 1 }) }),
    anArticle({ uniqueId: 'saude_000002', ...themed('03'), publishedAt: ago({ hours: 2 }) }),
  ])
})
afterAll(async () => {
  pipeline.cloud.close()
  await stack.stop()
})

const themes = async () => (await stack.query('{ themes { code label } }')).themes
const openSteps = () =>
  stack.db`select unique_id, step from pipeline_steps where status <> 'done' order by unique_id, step`
const rowsOf = (ids: readonly string[]) =>
  stack.db`select * from articles where unique_id = any(${[...ids]}) order by unique_id`

describe('a message that gives a known theme another label', () => {
  it('changes no label and no other article', async () => {
    await pipeline.settled()
    const [before, publicBefore] = [await rowsOf(['saude_000001', 'saude_000002']), await themes()]
    const open = await openSteps()
    await pipeline.ingest(
      anArticle({
        uniqueId: 'outra_000001',
        ...themed('03'),
        themeL1Label: 'Bogus<script>',
        mostSpecificThemeLabel: 'X',
      }),
    )
    await pipeline.settled()
    expect(await themes()).toEqual(publicBefore)
    expect(await stack.db`select label from themes where code = '03'`).toEqual([{ label: 'Saúde' }])
    expect(await rowsOf(['saude_000001', 'saude_000002'])).toEqual(before)
    expect(await openSteps()).toEqual(open)
    const { article } = await stack.query(
      '{ article(uniqueId: "outra_000001") { theme1Level1Label mostSpecificThemeLabel } }',
    )
    expect(article).toEqual({ theme1Level1Label: 'Saúde', mostSpecificThemeLabel: 'Saúde' })
  })
})

describe('a message with a code that the catalogue does not have', () => {
  it('is stored with its code, which only operators see', async () => {
    const codes = { themeL1Code: '99', themeL1Label: 'Bogus<script>', themeL2Code: '99.01' }
    const title = 'Tema novo'
    await pipeline.ingest(
      anArticle({ uniqueId: 'nova_000001', title, ...codes, publishedAt: ago({ hours: 1 }) }),
    )
    await pipeline.settled()
    expect(await pipeline.row('nova_000001')).toMatchObject({
      themeL1Code: '99',
      mostSpecificThemeCode: '99.01',
    })
    const shown = await stack.query(`{
      themes { code } topThemes(range: { days: 30 }, limit: 30) { label } themeArticleCounts { code }
      widgetConfig { themes } articles(filter: { themes: ["99"] }) { found }
      article(uniqueId: "nova_000001") { title theme1Level1Code theme1Level1Label theme1Level2Code mostSpecificThemeCode }
    }`)
    expect(JSON.stringify(shown)).not.toMatch(/99|Bogus/)
    expect(shown).toMatchObject({
      articles: { found: 0 },
      article: { title, theme1Level1Code: null, mostSpecificThemeCode: null },
    })
    expect(
      await stack.db`select code, label, source from themes where source = 'news' order by code`,
    ).toEqual([
      { code: '99', label: 'Bogus<script>', source: 'news' },
      { code: '99.01', label: '99.01', source: 'news' },
    ])
  })

  it('shows the known themes above an unknown one', async () => {
    await pipeline.ingest(anArticle({ uniqueId: 'mista_000001', themeL1Code: '03', themeL2Code: '03.77' }))
    await pipeline.settled()
    const { article } = await stack.query(
      '{ article(uniqueId: "mista_000001") { theme1Level1Code theme1Level2Code mostSpecificThemeCode } }',
    )
    expect(article).toEqual({ theme1Level1Code: '03', theme1Level2Code: null, mostSpecificThemeCode: '03' })
  })
})

describe('the themes of news', () => {
  it('are recorded once, in the order of their codes, and other labels of known ones are told', async () => {
    const label = 'x'.repeat(201)
    const given = [
      { code: '98.02', label: null },
      { code: '98', label: 'B' },
      { code: '98', label: 'A' },
      { code: '09', label: 'Y' },
      { code: '03', label: 'X' },
      { code: '03', label: 'Saúde' },
      { code: '03', label: 'X' },
      { code: '97', label },
    ]
    const [sports] = await stack.db<{ label: string }[]>`select label from themes where code = '09'`
    const differences = [
      { code: '03', label: 'X', catalogueLabel: 'Saúde' },
      { code: '09', label: 'Y', catalogueLabel: sports?.label },
    ]
    expect(await recordThemes(stack.db, given)).toEqual({ created: ['97', '98', '98.02'], differences })
    expect(await recordThemes(stack.db, given)).toEqual({ created: [], differences })
    const rows = await stack.db`
      select code, label, level, parent_code, source from themes where code ~ '^9[78]' order by code`
    const news = { level: 1, parentCode: null, source: 'news' }
    expect(rows).toEqual([
      { ...news, code: '97', label: label.slice(1) },
      { ...news, code: '98', label: 'B' },
      { ...news, code: '98.02', label: '98.02', level: 2, parentCode: '98' },
    ])
  })
})
