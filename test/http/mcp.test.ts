import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from '@modelcontextprotocol/client'
import { localDay } from '@pauta/platform/time/time'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { callTool, connectMcp, ERAS, quotedText, resultOf } from '../kit/client/mcp.ts'
import { aClipping, createClipping, newPerson, type Person } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import { ROOT } from '../kit/repository/root.ts'
import { uniqueName, type TestStack } from '../kit/stack/stack.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: TestStack
let anybody: Client
beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish(
    [
      anArticle({
        uniqueId: 'vacina-000001',
        agencyKey: 'saude',
        title: 'Vacinação contra a gripe começa',
        summary: 'A campanha de vacinação vai até julho.',
        url: 'https://www.gov.br/saude/vacina',
        publishedAt: ago({ days: 1 }),
        themeL1Code: '03',
      }),
      anArticle({
        uniqueId: 'velha-000002',
        agencyKey: 'saude',
        title: 'Vacinação do ano passado',
        publishedAt: ago({ days: 200 }),
        themeL1Code: '03',
      }),
      anArticle({
        uniqueId: 'creche-000003',
        agencyKey: 'mec',
        title: 'Vacinação nas creches',
        publishedAt: ago({ days: 2 }),
        themeL1Code: '02',
      }),
    ],
    [
      {
        uniqueId: 'vacina-000001',
        features: {
          entities: [{ text: 'SUS', type: 'ORG', count: 2, canonical_id: 'Q_SUS' }],
          states: ['CE'],
        },
      },
    ],
  )
  anybody = await connectMcp(stack)
})
afterAll(async () => {
  await anybody.close()
  await stack.stop()
})

describe.each(ERAS)('a client of %s', (era) => {
  it('lists tools that say what they read, take and return', async () => {
    const client = await connectMcp(stack, { era })
    const { tools } = await client.listTools()
    const page = readFileSync(join(ROOT, 'docs/syndication.md'), 'utf8')
    for (const { name, title, description, inputSchema, outputSchema, annotations } of tools) {
      expect(page, `${name} has a row in docs/syndication.md`).toContain(`\`${name}\``)
      expect(title).toMatch(/^\p{Lu}/u)
      expect(description?.length).toBeGreaterThan(80)
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false })
      expect(outputSchema).toMatchObject({ type: 'object' })
      expect(annotations).toMatchObject({ readOnlyHint: name !== 'create_clipping', destructiveHint: false })
    }
    expect(tools.length).toBe(21)
    await client.close()
  })

  it('answers what an agency published on a subject this week by two calls, with sources', async () => {
    const client = await connectMcp(stack, { era })
    const agencies = await resultOf<{ agencies: { key: string; name: string }[] }>(client, 'list_agencies', {
      query: 'Ministério da Saúde',
    })
    const [agency] = agencies.agencies
    expect(agency).toMatchObject({ key: 'saude', name: 'Ministério da Saúde' })
    const found = await resultOf(client, 'search_articles', {
      q: 'vacinação',
      agencies: [agency?.key],
      startDate: localDay(new Date(ago({ days: 6 }))),
    })
    expect(found).toMatchObject({
      found: 1,
      articles: [
        {
          uniqueId: 'vacina-000001',
          title: 'Vacinação contra a gripe começa',
          url: 'https://www.gov.br/saude/vacina',
          page: new URL('/artigos/vacina-000001', stack.stack.graphqlUrl).href,
          agencyName: 'Ministério da Saúde',
          theme: '03',
        },
      ],
    })
    await client.close()
  })
})

describe('a tool that anybody may use', () => {
  it.each([
    [{ limit: 1, page: 2 }, 3],
    [{ limit: 1, page: 3 }, undefined],
    [{ limit: 2 }, 2],
    [{ limit: 3 }, undefined],
  ])('names the next page of three articles for %o: %s', async (page, nextPage) => {
    const found = await resultOf<{ found: number; nextPage?: number }>(anybody, 'search_articles', page)
    expect({ found: found.found, nextPage: found.nextPage }).toEqual({ found: 3, nextPage })
  })

  it.each([
    ['search_articles', { limit: 0 }, { found: 3, articles: [] }],
    [
      'search_articles',
      { limit: 1, page: 2 },
      { page: 2, nextPage: 3, articles: [{ uniqueId: 'creche-000003' }] },
    ],
    ['search_articles', { keywords: ['vacinação'], excludeAgencies: ['saude'] }, { found: 1 }],
    ['search_articles', { keywords: ['vacinação'], excludeKeywords: ['creches', 'passado'] }, { found: 1 }],
    ['search_articles', { q: 'vacinação', semantic: true, sort: 'DATE' }, { found: 3 }],
    [
      'get_article',
      { uniqueId: 'vacina-000001' },
      {
        agency: 'saude',
        themes: [{ code: '03' }],
        entities: [{ name: 'SUS', mentions: 2 }],
      },
    ],
    ['list_themes', { query: 'saude', level: 1 }, { found: 1, themes: [{ code: '03', level: 1 }] }],
    ['list_agencies', { query: 'nenhum órgão assim' }, { found: 0, agencies: [] }],
    [
      'news_timeline',
      { days: 7 },
      {
        totals: { total: 2 },
        topAgencies: expect.arrayContaining([
          { key: 'mec', name: 'Ministério da Educação', count: 1 },
        ]) as unknown,
      },
    ],
    ['trending', {}, { themes: [], entities: [] }],
    [
      'search_entities',
      { query: 'SUS', limit: 1 },
      { entities: [{ name: 'Sistema Único de Saúde', type: 'ORG' }] },
    ],
    ['estimate_recorte', { themes: ['03'] }, { articlesPerDay: expect.any(Number) as unknown }],
    [
      'preview_clipping',
      {
        recortes: [
          { title: 'Saúde', themes: ['03'] },
          { title: 'MEC', agencies: ['mec'] },
          { title: 'SUS no Ceará', entityCanonical: ['Q_SUS'], states: ['CE'] },
          { title: 'MEC no Ceará', agencies: ['mec'], states: ['CE'] },
        ],
        samples: 1,
      },
      {
        recortes: [
          { title: 'Saúde', found: 1, articles: [{ uniqueId: 'vacina-000001' }] },
          { title: 'MEC', found: 1, articles: [{ uniqueId: 'creche-000003' }] },
          { title: 'SUS no Ceará', found: 1, feed: expect.stringContaining('states=CE') as string },
          { title: 'MEC no Ceará', found: 0, articles: [] },
        ],
      },
    ],
  ])('%s answers %j', async (name, args, expected) => {
    expect(await resultOf(anybody, name, args)).toMatchObject(expected)
  })

  it('returns the network and the coverage of a found entity', async () => {
    const { entities } = await resultOf<{ entities: { entityId: string }[] }>(anybody, 'search_entities', {
      query: 'SUS',
      limit: 1,
    })
    const [{ entityId } = { entityId: '' }] = entities
    expect(await resultOf(anybody, 'entity_network', { entityId })).toMatchObject({ entityId, edges: [] })
    expect(await resultOf(anybody, 'entity_coverage', { entityId })).toMatchObject({
      name: 'Sistema Único de Saúde',
      isComplete: true,
    })
  })

  it('returns a long text in parts that join without a gap', async () => {
    const content = 'Parágrafo com acentuação. '.repeat(3000).trim()
    await stack.publish([anArticle({ uniqueId: 'longa-000004', content, publishedAt: ago({ days: 400 }) })])
    let read = ''
    for (let contentOffset: number | undefined = 0; contentOffset !== undefined;) {
      const part: { content: string; nextContentOffset?: number } = await resultOf(anybody, 'get_article', {
        uniqueId: 'longa-000004',
        contentOffset,
      })
      const text = quotedText(part.content)
      expect(text.length).toBeLessThanOrEqual(12_000)
      read += text
      contentOffset = part.nextContentOffset
    }
    expect(read).toBe(content)
  })

  it.each([
    ['search_articles', { q: 3 }, 'BAD_USER_INPUT', 'q: '],
    ['search_articles', { orgao: 'saude' }, 'BAD_USER_INPUT', 'orgao'],
    ['search_articles', { startDate: 'ontem' }, 'BAD_USER_INPUT', 'startDate: data inválida'],
    ['search_articles', { page: 10_000, limit: 100 }, 'LIMIT_EXCEEDED', 'page: só os primeiros 10000'],
    ['search_articles', { semantic: true }, 'BAD_USER_INPUT', 'semantic: informe também q'],
    ['search_articles', { q: 'a', alpha: 0.5 }, 'BAD_USER_INPUT', 'alpha: informe também semantic'],
    ['search_articles', { limit: 101 }, 'BAD_USER_INPUT', 'limit: '],
    ['get_article', {}, 'BAD_USER_INPUT', 'uniqueId: '],
    ['get_article', { uniqueId: 'não existe' }, 'BAD_USER_INPUT', 'uniqueId: tem caracteres'],
    ['get_article', { uniqueId: 'nenhuma' }, 'NOT_FOUND', 'Esta notícia não existe'],
    ['entity_network', { entityId: 'Q0' }, 'NOT_FOUND', 'Use search_entities'],
    ['preview_clipping', { recortes: [{ title: 'Tudo' }] }, 'BAD_USER_INPUT', 'recortes[0]: informe'],
    ['get_release', { id: 'nenhuma' }, 'NOT_FOUND', 'Esta edição não existe'],
    ['my_clippings', {}, 'UNAUTHENTICATED', 'Entre na sua conta'],
    ['create_clipping', { ...aClipping(), description: 'x' }, 'UNAUTHENTICATED', 'Entre na sua conta'],
  ])('%s refuses %j with a code and a reason', async (name, args, code, message) => {
    const result = await callTool(anybody, name, args)
    expect(result).toMatchObject({ isError: true, _meta: { code } })
    expect(result.content[0]).toMatchObject({
      type: 'text',
      text: expect.stringContaining(message) as string,
    })
    expect(result.structuredContent).toBeUndefined()
  })

  it('refuses unknown tools as the protocol demands', async () => {
    for (const name of ['nenhuma', 'constructor', '__proto__'])
      await expect(anybody.callTool({ name, arguments: {} })).rejects.toMatchObject({ code: -32_602 })
  })
})

describe('clippings', () => {
  let author: Person
  let own: Client
  beforeAll(async () => {
    author = await newPerson(stack)
    own = await connectMcp(stack, { token: author.token })
  })
  afterAll(() => own.close())

  it('are created and read with the token of their author, and by nobody else', async () => {
    const known = { themes: ['03'], agencies: ['saude'], keywords: ['vacina'] }
    const filters = { ...known, excludeAgencies: ['mec'], entityCanonical: ['Q_SUS'], states: ['CE'] }
    const { clipping } = await resultOf<{ clipping: { id: string } }>(
      own,
      'create_clipping',
      aClipping({ recortes: [{ title: 'Vacinas', ...filters }] }),
    )
    expect(clipping).toMatchObject({ name: 'Saúde pela manhã', isAuthor: true, recortes: ['Vacinas'] })
    expect(await resultOf(own, 'my_clippings', {})).toMatchObject({ clippings: [{ id: clipping.id }] })
    const saved = await author.query(
      'query ($id: String!) { clipping(id: $id) { recortes { themes agencies excludeAgencies keywords entityCanonical states } mySubscription { deliveryChannels { email push } } } }',
      { id: clipping.id },
    )
    expect(saved).toMatchObject({
      clipping: {
        recortes: [filters],
        mySubscription: { deliveryChannels: { email: true, push: false } },
      },
    })
    const other = await connectMcp(stack, { token: (await newPerson(stack)).token })
    expect(await resultOf(other, 'my_clippings', {})).toEqual({ clippings: [], warnings: [] })
    for (const client of [other, anybody])
      expect((await callTool(client, 'clipping_releases', { clippingId: clipping.id })).isError).toBe(true)
    await other.close()
  })

  it('show their releases to their author alone, unless they are published', async () => {
    const clippingId = await createClipping(author)
    const id = uniqueName('edicao')
    await tables.releases.add(stack.db, {
      id,
      clippingId,
      clippingName: 'Saúde pela manhã',
      digestHtml: '<html></html>',
      digestPreview: 'Uma notícia',
      articleIds: ['vacina-000001'],
      articlesCount: 1,
    })
    expect(await resultOf(own, 'clipping_releases', { clippingId })).toMatchObject({
      releases: [{ id, articles: 1, preview: '<texto-citado>\nUma notícia\n</texto-citado>' }],
    })
    expect(await resultOf(own, 'get_release', { id })).toMatchObject({
      clippingId,
      articles: [{ uniqueId: 'vacina-000001', url: 'https://www.gov.br/saude/vacina' }],
    })
    expect(await callTool(anybody, 'get_release', { id })).toMatchObject({ _meta: { code: 'NOT_FOUND' } })
    await expect(anybody.readResource({ uri: `pauta://edicoes/${id}` })).rejects.toMatchObject({
      code: -32_602,
    })
    const { contents } = await own.readResource({ uri: `pauta://edicoes/${id}` })
    expect(contents[0]).toMatchObject({
      text: expect.stringContaining('https://www.gov.br/saude/vacina') as string,
    })
  })

  it('of more than 50 articles a day are created only after a confirmation', async () => {
    await stack.publish(
      Array.from({ length: 360 }, (_, at) =>
        anArticle({
          uniqueId: `muitas-${at}`,
          agencyKey: 'anvisa',
          publishedAt: ago({ days: 1 + (at % 6) }),
        }),
      ),
    )
    const many = aClipping({ name: 'Muitas', recortes: [{ title: 'Anvisa', agencies: ['anvisa'] }] })
    const refused = await callTool(own, 'create_clipping', many)
    expect(refused).toMatchObject({ isError: true, _meta: { code: 'CONFIRMATION_REQUIRED' } })
    expect(refused.content[0]).toMatchObject({
      text: expect.stringMatching(/Anvisa: Este recorte deve trazer cerca de 5\d notícias por dia/) as string,
    })
    const made = await resultOf(own, 'create_clipping', { ...many, acceptManyArticles: true })
    expect(made).toMatchObject({ clipping: { name: 'Muitas' } })
  })

  it('are limited to 60 mutations a minute, as over GraphQL', async () => {
    const hasty = await newPerson(stack)
    const client = await connectMcp(stack, { token: hasty.token })
    const wrong = { ...aClipping({ schedule: 'às oito' }), acceptManyArticles: true }
    const codes: unknown[] = []
    for (let call = 0; call < 61; call++)
      codes.push((await callTool(client, 'create_clipping', wrong))._meta?.['code'])
    expect(new Set(codes.slice(0, 60))).toEqual(new Set(['BAD_USER_INPUT']))
    expect(codes[60]).toBe('RATE_LIMITED')
    expect(await hasty.codes('mutation { setClippingActive(id: "x", active: true) { id } }')).toEqual([
      'RATE_LIMITED',
    ])
    await client.close()
  })
})

describe('resources and prompts', () => {
  it('lists the templates and reads an article and an agency', async () => {
    const { resourceTemplates } = await anybody.listResourceTemplates()
    expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toEqual([
      'pauta://artigos/{id}',
      'pauta://edicoes/{id}',
      'pauta://orgaos/{id}',
    ])
    const article = await anybody.readResource({ uri: 'pauta://artigos/vacina-000001' })
    expect(article.contents).toMatchObject([
      { mimeType: 'text/markdown', text: expect.stringContaining('# Vacinação contra a gripe') as string },
    ])
    const agency = await anybody.readResource({ uri: 'pauta://orgaos/saude' })
    expect(agency.contents[0]).toMatchObject({
      text: expect.stringContaining(
        '[Vacinação contra a gripe começa](https://www.gov.br/saude/vacina)',
      ) as string,
    })
  })

  it.each([
    'pauta://artigos/nenhuma',
    'pauta://orgaos/nenhum',
    'pauta://outros/x',
    'pauta://artigos/%E0',
    'x',
  ])('refuses the address %s', async (uri) => {
    await expect(anybody.readResource({ uri })).rejects.toMatchObject({ code: -32_602 })
  })

  it('returns every prompt in Portuguese with the argument in it', async () => {
    const { prompts } = await anybody.listPrompts()
    expect(prompts.map(({ name }) => name)).toContain('resumo_da_semana')
    for (const { name, arguments: args = [] } of prompts) {
      const given = Object.fromEntries(args.map((argument) => [argument.name, 'Ministério da Saúde']))
      const { messages } = await anybody.getPrompt({ name, arguments: given })
      const [message] = messages
      expect(message).toMatchObject({ role: 'user', content: { type: 'text' } })
      const text = JSON.stringify(message?.content)
      expect(text.includes('Ministério da Saúde')).toBe(args.length > 0)
      expect(text).toMatch(/search_articles|create_clipping/)
    }
  })

  it('completes agencies in prompts and resources', async () => {
    const inPrompt = await anybody.complete({
      ref: { type: 'ref/prompt', name: 'resumo_da_semana' },
      argument: { name: 'orgao', value: 'saude' },
    })
    expect(inPrompt.completion.values[0]).toBe('Ministério da Saúde')
    const inResource = await anybody.complete({
      ref: { type: 'ref/resource', uri: 'pauta://orgaos/{id}' },
      argument: { name: 'id', value: 'sau' },
    })
    expect(inResource.completion.values[0]).toBe('saude')
  })
})
