import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { runCommand } from '../kit/processes/command.ts'
import { writeCsv, writeJsonLines, writeParquet, type DatasetRow } from '../kit/rows/dataset-files.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: TestStack
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-import-'))
  stack = await shareTestStack()
})
afterAll(async () => {
  await stack.stop()
  await rm(folder, { recursive: true, force: true })
})
const clear = async () => {
  await tables.articles.clear(stack.db)
  await tables.themes.remove(stack.db, { source: 'news' })
}
beforeEach(clear)

const path = (name: string) => join(folder, name)
const call = makeCommandCaller(() => stack.stack.environment)
const importNews = (...args: string[]) => call('import-news', args)

let serial = 0
function aRow(changes: DatasetRow = {}): DatasetRow {
  serial++
  return {
    unique_id: `importada-${serial}_${serial.toString(16).padStart(6, '0')}`,
    agency: 'mec',
    published_at: '2026-05-01T12:00:00Z',
    title: `Importada ${serial}`,
    url: `https://www.gov.br/mec/${serial}`,
    content: `Texto ${serial}.`,
    ...changes,
  }
}

/** Rows with values that file formats often damage: quotes, commas, line breaks, lists and empty text. */
const SAMPLE: DatasetRow[] = [
  {
    unique_id: 'completa_000001',
    agency: 'saude',
    published_at: '2026-05-01T09:30:15-03:00',
    updated_datetime: '2026-05-01T15:00:00Z',
    extracted_at: '2026-05-02T00:00:00Z',
    title: 'Saúde: "vacina já", diz ministra; ação começa',
    subtitle: 'Com vírgulas, aspas " e ponto; vírgula',
    editorial_lead: 'Chamada',
    url: 'https://www.gov.br/saude/completa',
    content: 'Primeira linha\nSegunda "linha", com vírgula\r\n\r\nTerceira 🦫',
    image: 'https://www.gov.br/foto.jpg',
    video_url: 'https://www.gov.br/video.mp4',
    category: 'Notícias',
    tags: ['saúde', 'vacina, já', 'com "aspas"'],
    theme_1_level_1: 'Saúde',
    theme_1_level_1_code: '03',
    theme_1_level_1_label: 'Saúde',
    theme_1_level_2_code: '03.01',
    theme_1_level_2_label: 'Sistema Único de Saúde (SUS)',
    theme_1_level_3_code: '03.01.02',
    theme_1_level_3_label: 'Assistência em Saúde',
    most_specific_theme_code: '03.01.02',
    most_specific_theme_label: 'Assistência em Saúde',
    summary: 'Um resumo.',
  },
  aRow({ unique_id: 'minima_000002', summary: '', category: '  ', tags: [], subtitle: null }),
  aRow({ unique_id: 'meia-noite_000003', published_at: '2026-05-03T03:00:00Z', tags: ['única'] }),
]

/** Everything that an import writes. */
const stored = () => stack.db`
  select unique_id, agency_key, title, url, published_at, source_updated_at, extracted_at, subtitle, editorial_lead,
    content, summary, image_url, video_url, category, tags, theme_l1_code, theme_l2_code, theme_l3_code,
    most_specific_theme_code, content_hash
  from articles order by unique_id`

describe('import-news', () => {
  it('reads JSON lines that begin with a byte order mark', async () => {
    await writeFile(path('marked.jsonl'), `\uFEFF${JSON.stringify(aRow({ title: 'Com marca' }))}\n`)
    expect(await importNews(path('marked.jsonl'))).toMatchObject({ code: 0 })
    expect((await stored()).map((row) => row['title'] as unknown)).toEqual(['Com marca'])
  })

  it('writes the same rows from JSON lines, CSV and Parquet', async () => {
    await writeJsonLines(path('a.jsonl'), SAMPLE)
    await writeCsv(path('a.csv'), SAMPLE)
    writeParquet(path('a.parquet'), SAMPLE)
    const results = []
    for (const file of ['a.jsonl', 'a.csv', 'a.parquet']) {
      await clear()
      const { code, stdout, stderr } = await importNews(path(file))
      expect({ code, stderr }).toMatchObject({ code: 0 })
      expect(stdout).toContain('3 new, 0 changed, 0 unchanged, 0 bad')
      results.push({
        rows: [...(await stored())],
        themes: [...(await stack.db`select code, label from themes order by code`)],
      })
    }
    expect(results[1]).toEqual(results[0])
    expect(results[2]).toEqual(results[0])
    const [complete, midnight, least] = results[0]?.rows ?? []
    expect(complete).toMatchObject({
      uniqueId: 'completa_000001',
      agencyKey: 'saude',
      title: SAMPLE[0]?.title,
      publishedAt: new Date('2026-05-01T12:30:15Z'),
      sourceUpdatedAt: new Date('2026-05-01T15:00:00Z'),
      extractedAt: new Date('2026-05-02T00:00:00Z'),
      content: SAMPLE[0]?.content,
      tags: ['saúde', 'vacina, já', 'com "aspas"'],
      themeL3Code: '03.01.02',
    })
    expect(midnight).toMatchObject({ publishedAt: new Date('2026-05-03T03:00:00Z'), tags: ['única'] })
    expect(least).toMatchObject({ summary: null, category: null, subtitle: null, tags: [] })
  })

  it('changes nothing when it imports a file again', async () => {
    await writeJsonLines(path('b.jsonl'), SAMPLE)
    await importNews(path('b.jsonl'))
    const before = await stack.db`select unique_id, updated_at from articles order by 1`
    const versions = await stack.db`select unique_id, step, version from pipeline_steps order by 1, 2`
    const { code, stdout } = await importNews(path('b.jsonl'), path('b.jsonl'))
    expect(code).toBe(0)
    expect(stdout).toContain('0 new, 0 changed, 6 unchanged, 0 bad')
    expect(await stack.db`select unique_id, updated_at from articles order by 1`).toEqual(before)
    expect(await stack.db`select unique_id, step, version from pipeline_steps order by 1, 2`).toEqual(
      versions,
    )
  })

  it('stores and prints unknown agencies and themes', async () => {
    await writeJsonLines(path('c.jsonl'), [
      aRow({ agency: 'orgao-desconhecido', theme_1_level_1_code: '99', theme_1_level_1_label: 'Inédito' }),
      aRow({ theme_1_level_1_code: '98' }),
    ])
    const { code, stdout } = await importNews(path('c.jsonl'))
    expect(code).toBe(0)
    expect(stdout).toContain('Unknown agencies (1): orgao-desconhecido')
    expect(stdout).toContain('Unknown themes (2): 98, 99')
    expect(await stack.db`select label from themes where source = 'news' order by code`).toEqual([
      { label: '98' },
      { label: 'Inédito' },
    ])
  })

  it('keeps the labels of the catalogue and prints the themes with other labels', async () => {
    await writeJsonLines(path('labels.jsonl'), [
      aRow({ theme_1_level_1_code: '03', theme_1_level_1_label: 'Outro nome' }),
      aRow({ theme_1_level_1_code: '02', theme_1_level_1_label: 'Educação' }),
    ])
    const { code, stdout } = await importNews(path('labels.jsonl'))
    expect(code).toBe(0)
    expect(stdout).toContain("Themes with another label, the catalogue's stays (1): 03")
    expect(stdout).not.toContain('Unknown')
    expect(await stack.db`select label from themes where code = '03'`).toEqual([{ label: 'Saúde' }])
  })

  it('reads dates with an offset, local dates without an offset, and days', async () => {
    await writeJsonLines(path('d.jsonl'), [
      aRow({ unique_id: 'd_000001', published_at: '2026-05-01T12:00:00+02:00' }),
      aRow({ unique_id: 'd_000002', published_at: '2026-05-01T12:00:00' }),
      aRow({ unique_id: 'd_000003', published_at: '2026-05-01 12:00:00.250' }),
      aRow({ unique_id: 'd_000004', published_at: '2026-05-01' }),
    ])
    expect((await importNews(path('d.jsonl'))).code).toBe(0)
    const rows = await stack.db<{ publishedAt: Date }[]>`select published_at from articles order by unique_id`
    expect(rows.map(({ publishedAt }) => publishedAt.toISOString())).toEqual([
      '2026-05-01T10:00:00.000Z',
      '2026-05-01T15:00:00.000Z',
      '2026-05-01T15:00:00.000Z',
      '2026-05-01T03:00:00.000Z',
    ])
  })

  it('reports bad rows by their line, skips them and exits with 1', async () => {
    await writeJsonLines(path('e.jsonl'), [
      aRow(),
      'not json',
      '',
      aRow({ published_at: '31/12/2026' }),
      aRow({ agency: '' }),
      aRow({ tags: 'solta' }),
      '["a list"]',
      'null',
      '7',
      aRow(),
    ])
    const { code, stdout, stderr } = await importNews(path('e.jsonl'))
    expect(code).toBe(1)
    expect(stdout).toContain('2 new, 0 changed, 0 unchanged, 7 bad')
    const file = path('e.jsonl')
    for (const words of [
      `${file}:2: not valid JSON`,
      `${file}:4: published_at: `,
      `${file}:5: agency: `,
      `${file}:6: tags: `,
      `${file}:7: not a JSON object`,
      `${file}:8: not a JSON object`,
      `${file}:9: not a JSON object`,
    ]) {
      expect(stderr).toContain(words)
    }
  })

  it('counts the new and changed rows that have a theme', async () => {
    const file = path('labelled.jsonl')
    const rows = [aRow({ theme_1_level_1_code: '03' }), aRow({ theme_1_level_1_code: '02' }), aRow()]
    const labelled = async () => {
      await writeJsonLines(file, rows)
      return (JSON.parse((await importNews(file, '--json')).stdout) as { labelled: number }).labelled
    }
    expect(await labelled()).toBe(2)
    rows[0] = { ...rows[0], title: 'Outro título' }
    expect(await labelled()).toBe(1)
  })

  it('shows the first hundred bad rows', async () => {
    const file = path('bad.jsonl')
    await writeJsonLines(
      file,
      Array.from({ length: 101 }, () => 'not json'),
    )
    const { stdout, stderr } = await importNews(file)
    expect(stderr.match(/(?<=:)\d+(?=: not valid JSON)/g)).toEqual(
      Array.from({ length: 100 }, (_, n) => String(n + 1)),
    )
    expect(stdout).toContain('101 bad')
    expect(stdout).toContain('Only the first 100 bad rows were shown.')
  })

  it('reports bad rows of CSV by their line and continues', async () => {
    const header = 'unique_id,agency,published_at,title,url,content'
    const lines = [
      header,
      'c_000001,mec,2026-05-01,Um,https://x/1,"linha',
      'outra linha"',
      'c_000002,mec,2026-05-01,Dois',
      'c_000003,mec,ontem,Três,https://x/3,x',
      'c_000004,mec,2026-05-01,Quatro,https://x/4,x',
    ]
    await writeFile(path('f.csv'), lines.join('\n'))
    const { code, stdout, stderr } = await importNews(path('f.csv'))
    expect(code).toBe(1)
    expect(stdout).toContain('2 new, 0 changed, 0 unchanged, 2 bad')
    expect(stderr).toContain(`${path('f.csv')}:4: expected 6 columns, found 4`)
    expect(stderr).toContain(`${path('f.csv')}:5: published_at: `)
  })

  it('imports more rows than one batch', async () => {
    await writeJsonLines(
      path('g.jsonl'),
      Array.from({ length: 1203 }, () => aRow()),
    )
    const { stdout } = await importNews(path('g.jsonl'))
    expect(stdout).toContain('1203 new')
    expect(await stack.db`select count(*)::int as n from articles`).toEqual([{ n: 1203 }])
  })

  it.each([
    [[], 'npm run import-news'],
    [['nowhere.jsonl'], 'there is no such file'],
    [['news.txt'], 'known endings are'],
    [['--fast'], 'npm run import-news'],
  ])('refuses %j with 2 and explains why', async (args, words) => {
    const { code, stdout, stderr } = await importNews(...args)
    expect(code).toBe(2)
    expect(stdout + stderr).toContain(words)
    expect(stderr).not.toContain('    at ')
  })

  it.each([['broken.parquet'], ['broken.csv']])('names %s when the file cannot be read', async (name) => {
    await writeFile(path(name), name.endsWith('csv') ? 'a,b\n"never closed' : 'PAR1 no parquet at all PAR1')
    const { code, stderr } = await importNews(path(name))
    expect(code).not.toBe(0)
    expect(stderr).toContain(name)
    expect(stderr).not.toContain('    at ')
  })

  it('explains how to start a stack when none runs', async () => {
    await writeJsonLines(path('h.jsonl'), SAMPLE)
    const { code, stderr } = await runCommand('import-news', [path('h.jsonl'), '--data', path('no-stack')])
    expect(code).toBe(2)
    expect(stderr).toContain(`No stack is running on ${path('no-stack')}`)
  })
})

it('reports a database that refuses writes in one line with a code, and imports again afterwards', async () => {
  await writeJsonLines(path('full-disk.jsonl'), [aRow()])
  await stack.db.unsafe(`
    create function disk_full() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
    create trigger disk_full before insert on articles for each statement execute function disk_full()`)
  try {
    const { code, stderr } = await importNews(path('full-disk.jsonl'))
    expect(code).toBe(1)
    expect(stderr).toMatch(
      /^DATABASE_NOT_WRITABLE: PostgreSQL .* \(53100: could not extend file.*Free space.*\n$/,
    )
  } finally {
    await stack.db.unsafe('drop function disk_full cascade')
  }
  expect(await importNews(path('full-disk.jsonl'))).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('1 new') as string,
  })
})
