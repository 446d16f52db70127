import type { McpServer } from '@modelcontextprotocol/server'
import { describe, expect, it } from 'vitest'
import type { ExecuteOperation } from './operation.ts'
import { registerResources } from './resources.ts'

type Read = (uri: URL, variables: { id: string }) => Promise<{ contents: { text: string }[] }>
interface Template {
  completeCallback: (name: string) => ((text: string) => Promise<string[]>) | undefined
}

/** Registers the resources of a server whose operations are answered by `execute`. */
function open(execute: ExecuteOperation) {
  const found = new Map<string, { template: Template; read: Read }>()
  const server = {
    registerResource: (name: string, template: Template, _texts: object, read: Read) =>
      void found.set(name, { template, read }),
  } as unknown as McpServer
  registerResources(server, () => ({ execute, baseUrl: 'https://a', now: new Date() }))
  const get = (name: string) => {
    const resource = found.get(name)
    if (!resource) throw new Error(`no resource ${name}`)
    return resource
  }
  return {
    read: async (name: string, id = 'a') =>
      (await get(name).read(new URL('pauta://x/y'), { id })).contents[0]?.text ?? '',
    complete: (name: string, text: string) => get(name).template.completeCallback('id')?.(text),
  }
}
const answering = (data: object) => open(async () => ({ data }))

const ROW = { uniqueId: 'a', title: 'Título', url: 'https://gov/a' }
const agency = (code: string, label: string) => ({ code, label, isRepublisher: false, inCatalogue: true })

describe('the text of an article', () => {
  const read = (changes: object) =>
    answering({ article: { tags: [], entities: [], content: 'Texto.', ...ROW, ...changes } }).read('noticia')

  it.each([
    [{}, ' ·  · Fonte: https://gov/a\n\n<texto-citado>\n# Título\n\nTexto.\n</texto-citado>'],
    [
      { subtitle: 'Linha', agencyName: 'MEC', publishedAt: '2026-06-01T12:00:00Z', url: null },
      'MEC · 2026-06-01T12:00:00Z · Fonte: https://a/artigos/a\n\n<texto-citado>\n# Título\n\n**Linha**\n\nTexto.\n</texto-citado>',
    ],
  ])('of %j is quoted below its source', async (changes, text) => {
    expect(await read(changes)).toBe(text)
  })

  it.each([
    [30_000, false],
    [30_001, true],
  ])('of %i characters goes on elsewhere: %s', async (length, goesOn) => {
    const text = await read({ content: 'x'.repeat(length) })
    expect(text.includes('x'.repeat(30_000))).toBe(true)
    expect(text.endsWith('(O texto continua em https://a/artigos/a.)')).toBe(goesOn)
  })
})

it('lists the articles of a release as links, up to a hundred', async () => {
  const release = {
    id: 'r',
    clippingId: 'c',
    clippingName: 'Feiras',
    page: 'https://a/r',
    articlesCount: 101,
  }
  const articles = Array.from({ length: 101 }, (_, at) => ({ ...ROW, title: `T${at}` }))
  const { read } = answering({ release: { ...release, refTime: '2026-06-01T12:00:00Z' }, articles })
  const listed = articles.slice(0, 100).map(({ title }) => `- [${title}](https://gov/a) ·  · `)
  expect(await read('edicao', 'r')).toBe(
    `Edição até 2026-06-01T12:00:00Z · 101 notícias · https://a/r\n\n<texto-citado>\n# Feiras\n\n${listed.join('\n')}\n</texto-citado>`,
  )
})

it('lists the articles of an agency as links, whatever their titles', async () => {
  const agencies = [agency('mec', 'Ministério da Educação')]
  const found = {
    found: 7,
    articles: [
      { ...ROW, title: 'A [b]', agencyName: 'MEC' },
      { ...ROW, url: null },
    ],
  }
  const asked: object[] = []
  const { read } = open(async ({ variables }) => {
    asked.push(variables)
    return { data: { agencies, found } }
  })
  const text = await read('orgao', 'mec')
  expect(asked.at(-1)).toMatchObject({ filter: { agencies: ['mec'] }, page: 1, limit: 20 })
  expect(text).toContain(
    '# Ministério da Educação\n\nChave: mec · 7 notícias · Feed: https://a/feeds/agencies/mec.rss',
  )
  expect(text).toContain(String.raw`- [A \[b\]](https://gov/a) · MEC · `)
  expect(text).toContain('- [Título](https://a/artigos/a) ·  · ')
})

describe('the completion of an agency', () => {
  const complete = (text: string, agencies: object[]) => answering({ agencies }).complete('orgao', text)

  it('has first the keys that begin so, then the names with the words, each key once', async () => {
    const agencies = [
      agency('anvisa', 'Agência de Vigilância em Saúde'),
      agency('saude', 'Ministério da Saúde'),
      agency('mec', 'Ministério da Educação'),
    ]
    expect(await complete('SAU', agencies)).toEqual(['saude', 'anvisa'])
    expect(await complete('saude', agencies)).toEqual(['saude', 'anvisa'])
  })

  it('has as many as the protocol allows: 100', async () => {
    const agencies = Array.from({ length: 101 }, (_, at) => agency(`o${at}`, `Órgão ${at}`))
    expect(await complete('o', agencies)).toEqual(agencies.slice(0, 100).map(({ code }) => code))
  })

  it('is that of no other resource', () => {
    expect(answering({}).complete('noticia', 'a')).toBeUndefined()
  })
})

describe('a resource that cannot be read', () => {
  it.each([
    ['NOT_FOUND', -32_602, { uri: 'pauta://x/y' }],
    ['BAD_USER_INPUT', -32_602, { code: 'BAD_USER_INPUT' }],
    ['INTERNAL', -32_603, { code: 'INTERNAL' }],
    ['SERVICE_UNAVAILABLE', -32_603, { code: 'SERVICE_UNAVAILABLE' }],
  ])('for %s has the code %i of the protocol', async (code, expected, data) => {
    const { read } = open(async () => ({ errors: [{ message: 'não', extensions: { code } }] }))
    await expect(read('edicao')).rejects.toMatchObject({
      code: expected,
      message: expect.stringContaining('não') as string,
      data,
    })
  })

  it('for a fault of the program has this fault', async () => {
    const fault = new TypeError('fault')
    await expect(open(() => Promise.reject(fault)).read('edicao')).rejects.toBe(fault)
  })
})
