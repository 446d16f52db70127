import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { anArticle } from '../kit/rows/factories.ts'
import { openPipeline, type Pipeline } from '../kit/workers/ingest.ts'
import { shareTestStack, type SharedStack } from '../kit/stack/shared-stack.ts'
import { tables } from '../kit/rows/tables.ts'

let stack: SharedStack
let pipeline: Pipeline

beforeAll(async () => {
  stack = await shareTestStack({ retrySeconds: () => 0 })
  pipeline = openPipeline(stack)
})
afterAll(() => pipeline.cloud.close())

const deadLetters = async () =>
  (await pipeline.cloud.drain(stack.stack.queueUrl('news-ingest-dlq'))).map(
    (body) => JSON.parse(body) as unknown,
  )
const runCommand = makeCommandCaller(() => stack.stack.environment)
const articles = (...args: string[]) => runCommand('articles', args)

/** The same article from a scraper that creates no ids. */
function withoutId(article: ReturnType<typeof anArticle>) {
  const { uniqueId: _, ...rest } = article
  return rest
}

describe('an article under the id of another agency', () => {
  it('is a dead letter, creates nothing, and leaves the article unchanged', async () => {
    const own = anArticle({ uniqueId: 'propria_000001', agencyKey: 'saude', title: 'Própria' })
    await pipeline.ingest(own)
    const before = await pipeline.row('propria_000001')
    const theft = { ...own, agencyKey: 'orgao_intruso', title: 'Outra', url: 'https://www.gov.br/outra' }
    await pipeline.ingest(theft)
    expect(await pipeline.row('propria_000001')).toEqual(before)
    expect(await deadLetters()).toEqual([theft])
    expect(await stack.db`select from agencies where key = 'orgao_intruso'`).toHaveLength(0)
  })

  it('gets another id when created ids collide', async () => {
    const article = withoutId(anArticle({ agencyKey: 'saude', title: 'Mesmo título' }))
    await pipeline.ingest(article)
    const listRows = () => stack.db<{ uniqueId: string; agencyKey: string; content: string }[]>`
      select unique_id, agency_key, content from articles where title = 'Mesmo título' order by length(unique_id)`
    const [minted] = await listRows()
    // The id begins like that of another agency's article, as if both had the same first 24 bits.
    await tables.articles.set(
      stack.db,
      { title: 'Mesmo título' },
      { agencyKey: 'mec', url: 'https://www.gov.br/mec/x' },
    )
    await pipeline.ingest(article)
    await pipeline.ingest({ ...article, content: 'Texto corrigido.' })
    expect([...(await listRows())]).toEqual([
      { ...minted, agencyKey: 'mec' },
      {
        uniqueId: expect.stringMatching(/^mesmo-titulo_[0-9a-f]{24}$/) as string,
        agencyKey: 'saude',
        content: 'Texto corrigido.',
      },
    ])
  })

  it('keeps an agency that an operator corrected', async () => {
    const article = withoutId(anArticle({ agencyKey: 'saude', title: 'Corrigida' }))
    await pipeline.ingest(article)
    await tables.articles.set(stack.db, { title: 'Corrigida' }, { agencyKey: 'mec' })
    await pipeline.ingest({ ...article, content: 'Outro texto.' })
    expect([...(await stack.db`select agency_key, content from articles where title = 'Corrigida'`)]).toEqual(
      [{ agencyKey: 'mec', content: 'Outro texto.' }],
    )
  })
})

describe('an invalid message', () => {
  it('is a dead letter, and the rest of its batch is stored', async () => {
    const good = [anArticle(), anArticle(), anArticle()]
    const countArticles = async () => (await stack.db`select from articles`).length
    const before = await countArticles()
    const padded = { ...anArticle(), padding: 'x'.repeat(8 * 1024 * 1024) }
    await pipeline.cloud.put('ingest/huge.json', JSON.stringify(padded))
    const poison = [
      'no JSON',
      '[]',
      JSON.stringify({ ...anArticle(), url: undefined }),
      JSON.stringify({ ...anArticle(), agencyKey: ' ' }),
      JSON.stringify({ ...anArticle(), agencyKey: '__proto__' }),
      JSON.stringify({ ...anArticle(), agencyKey: '`]||<b>' }),
      JSON.stringify({ ...anArticle(), publishedAt: '31/12/2026' }),
      JSON.stringify({ ...anArticle(), publishedAt: '0026-06-01T12:00:00Z' }),
      JSON.stringify({ objectKey: 'ingest/nowhere.json' }),
      JSON.stringify({ objectKey: 'ingest/huge.json' }),
    ]
    await pipeline.cloud.send(pipeline.ingestQueue, ...good, ...poison)
    for (const { uniqueId } of good) {
      await expect.poll(() => pipeline.document(String(uniqueId))).not.toBeNull()
    }
    await pipeline.settled()
    const dead = await pipeline.cloud.drain(stack.stack.queueUrl('news-ingest-dlq'))
    expect(dead.sort()).toEqual(poison.sort())
    expect(await countArticles()).toBe(before + 3)
  })

  it('is a dead letter for its date, address or id; an invalid picture is only dropped', async () => {
    const bad = [
      anArticle({ publishedAt: new Date(Date.now() + 25 * 3_600_000).toISOString() }),
      anArticle({ publishedAt: '1989-12-31T23:59:59Z' }),
      anArticle({ url: 'javascript:alert(1)' }),
      anArticle({ url: 'ftp://www.gov.br/x' }),
      { ...anArticle(), uniqueId: 'x\r\ny' },
      { ...anArticle(), uniqueId: 'a`b' },
    ]
    const tomorrow = new Date(Date.now() + 23 * 3_600_000).toISOString()
    const good = anArticle({
      uniqueId: 'figura_000001',
      publishedAt: tomorrow,
      imageUrl: 'javascript:alert(2)',
      videoUrl: 'data:video/mp4;base64,AAAA',
    })
    await pipeline.ingest(...bad, good)
    expect(await pipeline.row('figura_000001')).toMatchObject({ imageUrl: null, videoUrl: null })
    const order = (messages: unknown[]) => messages.map((message) => JSON.stringify(message)).sort()
    expect(order(await deadLetters())).toEqual(order(bad))
  })

  it('that only the database refuses affects no other message of its batch', async () => {
    await stack.db.unsafe(`
      create function refuse_article() returns trigger language plpgsql as
        $$ begin raise exception 'refused by a test'; end $$;
      create trigger refuse_article before insert on articles for each row
        when (new.title = 'Recusada') execute function refuse_article()`)
    try {
      const good = Array.from({ length: 9 }, () => anArticle())
      const bad = anArticle({ title: 'Recusada' })
      await pipeline.ingest(...good.slice(0, 5), bad, ...good.slice(5))
      for (const { uniqueId } of good) expect(await pipeline.document(String(uniqueId))).not.toBeNull()
      expect(await deadLetters()).toEqual([bad])
    } finally {
      await stack.db.unsafe('drop trigger refuse_article on articles; drop function refuse_article()')
    }
  })
})

describe('the version of an article', () => {
  it('stays the latest, by its dates or by the time its message was sent', async () => {
    const id = 'versao_000001'
    const article = anArticle({ uniqueId: id })
    const at = (text: string, hour: string) => ({
      ...article,
      content: text,
      updatedAt: `2026-06-02T${hour}:00:00Z`,
    })
    await pipeline.ingest(at('Nova.', '10'))
    await pipeline.ingest(at('Velha.', '09'))
    expect(await pipeline.row(id)).toMatchObject({ content: 'Nova.' })
    // A later scrape of the same text makes any version in between outdated.
    await pipeline.ingest({ ...at('Nova.', '10'), extractedAt: '2026-06-02T12:00:00Z' })
    await pipeline.ingest({ ...at('No meio.', '10'), extractedAt: '2026-06-02T11:00:00Z' })
    expect(await pipeline.row(id)).toMatchObject({ content: 'Nova.' })
    await pipeline.ingest({ ...article, content: 'Sem data.' })
    expect(await pipeline.row(id)).toMatchObject({ content: 'Sem data.' })
    // A returned dead letter has the time at which it was first sent.
    await pipeline.ingest({ ...article, content: 'Devolvida.', sentAt: '2026-06-02T13:00:00Z' })
    expect(await pipeline.row(id)).toMatchObject({ content: 'Sem data.' })
  })
})

describe('an article that was taken down', () => {
  it('stays down for its id, its address, and its agency, title and day, until it is restored', async () => {
    const id = 'retirada_000002'
    const article = anArticle({ uniqueId: id, agencyKey: 'saude', title: 'Nota retirada' })
    await pipeline.ingest(article)
    expect((await articles('take-down', id)).code).toBe(0)
    const again = { ...withoutId(article), content: 'Outro texto.' }
    const variants = [
      { ...article, content: 'Outro texto.' },
      again,
      { ...again, title: 'Nota retirada (corrigida)', url: `${article.url}/#topo` },
      {
        ...again,
        title: 'NOTA  retirada',
        url: 'https://www.gov.br/saude/outro',
        publishedAt: '2026-06-01T18:00:00Z',
      },
      {
        ...again,
        uniqueId: 'retirada_com-outro-id',
        title: 'Outra',
        url: article.url.replace('https', 'http'),
      },
      { ...again, title: 'Com parâmetros', url: `${article.url}/?utm_source=boletim&utm_medium=email` },
      { ...again, title: 'Com porta', url: article.url.replace('www.gov.br', 'WWW.GOV.BR:443') },
    ]
    await pipeline.ingest(...variants)
    const listShown = async () => {
      const { search } = await stack.query('{ search(query: "retirada") { articles { uniqueId } } }')
      return search.articles as { uniqueId: string }[]
    }
    const listRows = () =>
      stack.db`select unique_id from articles where url like ${`%${id}%`} or title ilike 'nota%'`
    expect(await listShown()).toEqual([])
    expect([...(await listRows())]).toEqual([{ uniqueId: id }])
    // Another title on another page, or the same title on another day, is another article.
    const page = anArticle({
      agencyKey: 'saude',
      title: 'Outra página',
      url: `${article.url}?id=2&utm_source=a`,
    })
    await pipeline.ingest(page)
    expect(await pipeline.document(String(page.uniqueId))).not.toBeNull()
    const other = anArticle({
      agencyKey: 'saude',
      title: 'Nota retirada',
      publishedAt: '2026-06-03T12:00:00Z',
    })
    await pipeline.ingest(other)
    expect(await listShown()).toEqual([{ uniqueId: other.uniqueId }])
    expect(await deadLetters()).toEqual([])

    expect((await articles('put-back', id)).code).toBe(0)
    await pipeline.settled()
    expect(await listShown()).toContainEqual({ uniqueId: id })
    await pipeline.ingest({ ...again, title: 'Nota seguinte' })
    const [fresh] = await stack.db`select unique_id from articles where title = 'Nota seguinte'`
    expect(await pipeline.document(String(fresh?.['uniqueId']))).not.toBeNull()
  })

  it.each([
    ['raw letters', 'educação~a', ['educa%C3%A7%C3%A3o~a', 'educa%c3%a7%c3%a3o%7ea', '%65ducação%7Ea']],
    ['escapes', 'sa%c3%bade-%61%20b%2Fc', ['saúde-a b%2fc', 'sa%C3%BAde%2Da%20b%2Fc?utm%5Fsource=x']],
  ])('stays down for every percent-encoding of an address with %s', async (name, path, spellings) => {
    const id = `grafia-${name.length}_000001`
    const base = `https://www.gov.br/mec/${id}/`
    await pipeline.ingest(anArticle({ uniqueId: id, title: `Grafia com ${name}`, url: `${base}${path}` }))
    expect((await articles('take-down', id)).code).toBe(0)
    const again = (url: string, number: number) =>
      withoutId(anArticle({ title: `Volta ${number} com ${name}`, url }))
    await pipeline.ingest(...spellings.map((spelling, number) => again(`${base}${spelling}`, number)))
    const listRows = () =>
      stack.db`select title from articles where url like ${`${base}%`} and unique_id <> ${id}`
    expect([...(await listRows())]).toEqual([])
    // An encoded reserved character is not the character itself.
    await pipeline.ingest(again(`${base}${path}%2F1`, 8), again(`${base}${path}/1`, 9))
    expect(await listRows()).toHaveLength(2)
  })

  it('stays down for its previous and its current address', async () => {
    const id = 'mudou_000002'
    const article = anArticle({ uniqueId: id, title: 'Mudou de lugar' })
    await pipeline.ingest(article)
    await articles('take-down', id)
    await pipeline.ingest({ ...article, url: 'https://www.gov.br/mec/novo-lugar', title: 'Mudou' })
    await pipeline.ingest(
      { ...withoutId(article), title: 'Um' },
      { ...withoutId(article), title: 'Dois', url: 'https://www.gov.br/mec/novo-lugar/' },
    )
    expect(await stack.db`select from articles where title in ('Um', 'Dois')`).toHaveLength(0)
  })
})
