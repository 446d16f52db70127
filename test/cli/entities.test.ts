import { IMPORT_MAX_ENTITIES } from '@pauta/core/entities/naming'
import { upsertFeatures } from '@pauta/core/features/features'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { seedRegistry } from '@pauta/core/entities/registry'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { runCommand } from '../kit/processes/command.ts'
import { readEntityStore } from '../kit/oracles/entity-store.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'
import { clearTables } from '../kit/rows/tables.ts'

const COMMAND = 'entities'

let stack: TestStack
beforeAll(async () => {
  stack = await shareTestStack()
})
afterAll(() => stack.stop())

const call = makeCommandCaller(() => stack.stack.environment)
const run = (...args: string[]) => call(COMMAND, args)

describe('npm run entities', () => {
  it('rebuilds the entity store and prints the counts', async () => {
    const uniqueId = 'perdida_000001'
    await stack.write([anArticle({ uniqueId })])
    const entities = ['Q155', 'Q1065'].map((canonical_id) => ({
      text: 'x',
      type: 'ORG',
      canonical_id,
      count: 1,
    }))
    await upsertFeatures(stack.db, [{ uniqueId, features: { entities } }])
    const before = await readEntityStore(stack.db)
    await clearTables(stack.db, ['articleEntities', 'entityEdges', 'entityCounts', 'articleMetrics'])
    const { code, stdout } = await run('rebuild')
    expect(stdout).toMatch(/^1 articles read, \d{3,} entities counted\.\n$/)
    expect(code).toBe(0)
    expect(before.edges).toHaveLength(2)
    expect(await readEntityStore(stack.db)).toEqual(before)
  })

  it('adds, renames and lists entities, and adopts entities that features have named', async () => {
    await stack.write([anArticle({ uniqueId: 'nomeada_000001' })])
    const entities = [{ text: 'Fulana', type: 'PER', canonical_id: 'Q55555555' }]
    await upsertFeatures(stack.db, [{ uniqueId: 'nomeada_000001', features: { entities } }])
    expect((await run('list', '--source', 'features')).stdout).toMatch(
      /Q55555555 +PER +Fulana +features +1\n/,
    )
    const added = await run('add', 'Fulana de Tal', '--type', 'per', '--id', 'Q55555555', '--alias', 'Fulana')
    expect(added).toMatchObject({ code: 0, stdout: 'Q55555555 is in the registry.\n' })
    expect(await run('rename', 'Q55555555', 'Fulana de Tal Silva')).toMatchObject({ code: 0 })
    expect((await run('list', '--source', 'operator')).stdout).toMatch(/Fulana de Tal Silva +operator +1\n/)
    const { entity } = await stack.query('{ entity(id: "Q55555555") { canonicalName aliases } }')
    expect(entity).toEqual({ canonicalName: 'Fulana de Tal Silva', aliases: ['Fulana de Tal', 'Fulana'] })
    // A later version of the catalogue keeps the operator's entity.
    const old = { id: 'Q55555555', canonicalName: 'Outra', type: 'PER' as const, aliases: [] }
    expect(await seedRegistry(stack.db, [old])).toEqual([])
    const minted = await run('add', 'Sem número', '--type', 'ORG')
    expect(minted.stdout).toMatch(/^dgb_[0-9A-Z]{26} is in the registry\.\n$/)
    expect(await run('add', 'Outra', '--type', 'ORG', '--id', 'Q55555555')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('já está no cadastro') as string,
    })
    expect((await run('add', 'X', '--type', 'ORG', '--id', 'X1')).code).toBe(2)
    expect((await run('rename', 'Q4040404', 'X')).code).toBe(1)
  })

  it('merges an entity into another one, and maps the old id to the new one afterwards', async () => {
    const ids = ['une_000001', 'une_000002', 'une_000003']
    const mention = (canonical_id: string, text: string) => ({ text, type: 'ORG', canonical_id, count: 1 })
    const annotation = { start: 0, end: 2, type: 'ORG', text: 'AB', canonical_id: 'Q70000001' }
    await stack.publish(
      ids.map((uniqueId) => anArticle({ uniqueId })),
      [
        {
          uniqueId: 'une_000001',
          features: { entities: [mention('Q70000001', 'AB')], content_annotations: [annotation] },
        },
        {
          uniqueId: 'une_000002',
          features: { entities: [mention('Q70000001', 'AB'), mention('Q70000002', 'Agência B')] },
        },
      ],
    )
    const { code, stdout } = await run('merge', 'Q70000001', 'Q70000002')
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: 'Q70000001 is Q70000002 now; 2 articles moved, and the index follows in a moment.\n',
    })
    // Features that still name the old id count for the new one.
    await upsertFeatures(stack.db, [
      { uniqueId: 'une_000003', features: { entities: [mention('Q70000001', 'AB')] } },
    ])
    const { old, entity, entityArticles, entityCoverage } = await stack.query(`{
      old: entity(id: "Q70000001") { entityId }
      entity(id: "Q70000002") { canonicalName aliases }
      entityArticles(entityId: "Q70000002") { found }
      entityCoverage(entityId: "Q70000002") { articleCount totalMentions }
    }`)
    expect({ old, entity, entityArticles, entityCoverage }).toEqual({
      old: { entityId: 'Q70000002' },
      entity: { canonicalName: 'Agência B', aliases: ['AB'] },
      entityArticles: { found: 3 },
      entityCoverage: [{ articleCount: 3, totalMentions: 4 }],
    })
    const features = await stack.db<{ text: string }[]>`
      select features::text as text from article_features where unique_id = any(${ids})`
    expect(features.map(({ text }) => text).join()).not.toContain('Q70000001')
    await expect
      .poll(
        async () =>
          (await stack.query('{ articles(filter: { entityCanonical: ["Q70000002"] }) { found } }')).articles,
      )
      .toMatchObject({ found: 2 })
    const before = await readEntityStore(stack.db)
    expect((await run('rebuild')).code).toBe(0)
    expect(await readEntityStore(stack.db)).toEqual(before)
    // The same command again moves no article.
    expect((await run('merge', 'Q70000001', 'Q70000002')).stdout).toContain('; 0 articles moved')
    expect(JSON.parse((await run('merge', 'Q70000001', 'Q70000002', '--json')).stdout)).toEqual({
      from: 'Q70000001',
      into: 'Q70000002',
      articles: 0,
    })
    expect((await run('merge', 'Q70000002', 'Q70000002')).code).toBe(2)
    expect((await run('merge', 'Q1234567891', 'Q70000002')).code).toBe(1)
  })

  it('imports a file line by line and counts the bad lines', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'entities-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'entities.jsonl')
    const lines = [
      { id: 'Q71000001', canonicalName: 'Importada um', type: 'ORG', aliases: ['I1'] },
      { id: 'q-não', canonicalName: 'Ruim', type: 'ORG' },
      { canonicalName: 'Sem id', type: 'EVENT', description: 'Um evento.' },
      { id: 'Q71000002', canonicalName: '—', type: 'ORG' },
      { id: 'Q70000001', canonicalName: 'Foi unida', type: 'ORG' },
    ]
    await writeFile(file, [...lines.map((line) => JSON.stringify(line)), 'no JSON', ''].join('\n'))
    const { code, stdout, stderr } = await run('import', file)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '2 entities written, 4 bad lines.\n' })
    expect(stderr).toMatch(/:2: id: must be Q and digits/)
    expect(stderr).toMatch(/:5: .*foi unida a Q70000002/)
    const { entity } = await stack.query('{ entity(id: "Q71000001") { canonicalName aliases } }')
    expect(entity).toEqual({ canonicalName: 'Importada um', aliases: ['I1'] })
    expect((await run('import', '/nowhere.jsonl')).code).toBe(2)
  })

  it('splits an entity by articles or by an office, and needs one of both', async () => {
    const ids = ['parte_000001', 'parte_000002', 'parte_000003']
    const person = (office: string | null) => ({
      entities: [{ text: 'Ana Reis', type: 'PER', canonical_id: 'Q73000001', count: 1, office }],
    })
    await stack.write(ids.map((uniqueId) => anArticle({ uniqueId })))
    await upsertFeatures(stack.db, [
      { uniqueId: 'parte_000001', features: person('ministra') },
      { uniqueId: 'parte_000002', features: person(null) },
      { uniqueId: 'parte_000003', features: person(null) },
    ])
    expect(await run('split', 'Q73000001')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Give --office or --article.\n',
    })
    expect((await run('split', 'Q73000001', '--office', 'ministra')).stdout).toMatch(
      /^1 articles of Q73000001 are dgb_[0-9A-Z]{26} now/,
    )
    const both = ['--article', 'parte_000002', '--article', 'parte_000003']
    expect(JSON.parse((await run('split', 'Q73000001', ...both, '--json')).stdout)).toEqual({
      from: 'Q73000001',
      id: expect.stringMatching(/^dgb_[0-9A-Z]{26}$/) as string,
      articles: 2,
    })
  })

  it('removes a person and allows the name again', async () => {
    const uniqueId = 'removida_000001'
    const person = { text: 'Rita Faria', type: 'PER', canonical_id: 'Q73000002', count: 1 }
    await stack.write([anArticle({ uniqueId })])
    await upsertFeatures(stack.db, [{ uniqueId, features: { entities: [person] } }])
    expect(await run('remove-person', 'Q73000002')).toEqual({
      code: 0,
      stdout: '1 articles name the person no longer, 1 entities went, and the name is remembered.\n',
      stderr: '1 more articles are due for the index\n',
    })
    const allow = () => run('allow-person', 'rita FARIA')
    expect(await allow()).toMatchObject({ code: 0, stdout: 'rita FARIA is allowed again.\n' })
    expect(await allow()).toMatchObject({ code: 1, stdout: 'rita FARIA was not removed.\n' })
  })

  it('imports nothing, and calls no line bad, while the database refuses writes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'entities-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'entities.jsonl')
    await writeFile(file, JSON.stringify({ id: 'Q73000003', canonicalName: 'Três', type: 'ORG' }))
    await stack.db.unsafe(`
      create function disk_full() returns trigger language plpgsql as $$
      begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$;
      create trigger disk_full before insert on entities for each statement execute function disk_full()`)
    try {
      expect(await run('import', file)).toEqual({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^DATABASE_NOT_WRITABLE: /) as string,
      })
    } finally {
      await stack.db.unsafe('drop function disk_full cascade')
    }
    expect(await run('import', file)).toMatchObject({ code: 0 })
  })

  it('exits with 1 for a single bad line', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'entities-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'entities.jsonl')
    await writeFile(file, 'no JSON\n')
    expect(await run('import', file)).toMatchObject({ code: 1, stdout: '0 entities written, 1 bad lines.\n' })
  })

  it('shows the first hundred bad lines of a file, and counts the others', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'entities-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'entities.jsonl')
    await writeFile(file, 'no JSON\n'.repeat(101))
    const { code, stdout, stderr } = await run('import', file)
    expect({ code, stdout }).toEqual({ code: 1, stdout: '0 entities written, 101 bad lines.\n' })
    expect(stderr.match(/(?<=:)\d+(?=: not valid JSON)/g)).toEqual(
      Array.from({ length: 100 }, (_, n) => String(n + 1)),
    )
  })

  it('imports more entities than one transaction writes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'entities-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const file = join(folder, 'entities.jsonl')
    const lines = Array.from({ length: IMPORT_MAX_ENTITIES + 1 }, (_, n) =>
      JSON.stringify({ id: `Q${72_000_000 + n}`, canonicalName: `Importada ${n}`, type: 'ORG' }),
    )
    await writeFile(file, lines.join('\n'))
    expect(await run('import', file)).toMatchObject({
      code: 0,
      stdout: `${lines.length} entities written, 0 bad lines.\n`,
    })
  })

  it('lists its commands in the help', async () => {
    const { code, stdout } = await run('--help')
    expect(code).toBe(0)
    for (const command of ['list', 'add', 'rename', 'merge', 'import', 'rebuild'])
      expect(stdout).toContain(`npm run entities -- ${command}`)
  })

  it.each([[[]], [['rebild']], [['rebuild', 'all']], [['merge', 'Q1']]])(
    'refuses %j with 2 and prints the usage',
    async (args) => {
      const { code, stdout, stderr } = await run(...args)
      expect(code).toBe(2)
      expect(stdout + stderr).toMatch(
        args[0] === 'merge' ? /npm run entities -- merge/ : /npm run entities -- rebuild/,
      )
    },
  )

  it('refuses to run without a stack', async () => {
    const { code, stderr } = await runCommand(COMMAND, ['rebuild', '--data', '/nowhere'])
    expect(code).toBe(2)
    expect(stderr).toMatch(/No stack is running on \/nowhere\.[^]*`npm start` starts one/)
  })
})
