import type { ShownChange } from '@pauta/clippings/releases/release-change'
import { describe, expect, it } from 'vitest'
import { changedPushBody, endedPushBody, newArticlesPushBody, pushBody } from './push/push-body.ts'
import { telegramEndedText, telegramText } from './telegram/telegram-text.ts'
import { webhookBody, type WebhookRelease } from './webhook/webhook-body.ts'

/** An edit of an article, as a release has it. */
const edit = (fields: Partial<ShownChange> = {}): ShownChange => ({
  uniqueId: 'a',
  kind: 'edited',
  position: '7',
  at: new Date('2026-06-01T11:00:00Z'),
  fromVersion: 1,
  toVersion: 2,
  grade: 'figures',
  wordsBefore: 'Foram 1.200 casos.',
  wordsAfter: 'Foram <b>1.500</b> casos.',
  title: 'Casos & dengue',
  url: 'https://www.gov.br/a',
  agency: 'saude',
  agencyName: 'Ministério da Saúde',
  ...fields,
})
const removal = edit({
  kind: 'removed',
  grade: null,
  fromVersion: null,
  toVersion: null,
  wordsBefore: null,
  wordsAfter: null,
})

describe('changes in messages', () => {
  const release = {
    id: 'r1',
    clippingId: 'c1',
    clippingName: 'Saúde',
    digestPreview: 'Prévia.',
    articlesCount: 0,
    articles: [],
    releaseUrl: 'https://p.example.org/r',
  }

  it('are three lines of an edit and one of a removal, whose address is gone, in a chat', () => {
    expect(telegramText({ ...release, changes: [edit(), removal] })).toContain(
      '<b>O que mudou em notícias já publicadas</b>\n' +
        '• <a href="https://www.gov.br/a">Casos &amp; dengue</a>\n' +
        'Editada em 1º de junho, às 8h: números alterados\n' +
        'Antes: Foram 1.200 casos.\n' +
        'Depois: Foram &lt;b&gt;1.500&lt;/b&gt; casos.\n' +
        '• Casos &amp; dengue\n' +
        'Retirada do ar pelo site em 1º de junho, às 8h\n\n',
    )
  })

  it('are at most five, and fill at most half of a chat message', () => {
    const many = Array.from({ length: 9 }, () => edit({ wordsBefore: 'x', wordsAfter: 'y' }))
    expect(telegramText({ ...release, changes: many }).match(/Editada/g)).toHaveLength(5)
    const long = many.map((change) => ({ ...change, wordsBefore: '&'.repeat(160), title: '&'.repeat(200) }))
    expect(telegramText({ ...release, changes: long }).match(/Editada/g)).toHaveLength(1)
  })

  it('are the last one in a push', () => {
    expect(JSON.parse(pushBody({ ...release, changes: [edit(), removal] })).body).toBe(
      'Prévia. “Casos & dengue”: Editada em 1º de junho, às 8h: números alterados. ' +
        'Antes: Foram 1.200 casos. Depois: Foram <b>1.500</b> casos.',
    )
  })

  it('are data in a webhook', () => {
    const body = webhookBody({ ...release, refTime: new Date(), sinceHours: 1, changes: [edit()] })
    expect(JSON.parse(body).data.changes).toEqual([
      {
        kind: 'edited',
        at: '2026-06-01T11:00:00+00:00',
        uniqueId: 'a',
        title: 'Casos & dengue',
        url: 'https://www.gov.br/a',
        agency: 'saude',
        agencyName: 'Ministério da Saúde',
        grade: 'figures',
        fromVersion: 1,
        toVersion: 2,
        before: 'Foram 1.200 casos.',
        after: 'Foram <b>1.500</b> casos.',
      },
    ])
  })
})

const titles = (count: number, title: string, url = 'https://www.gov.br/a') =>
  Array.from({ length: count }, (_, number) => ({ title: `${title}${number}`, url }))

describe('a Telegram message', () => {
  it('lists the name, the preview, ten linked titles, the number of further articles and a link to the release', () => {
    const text = telegramText({
      clippingName: 'Saúde <b>&',
      digestPreview: '12 notícias chegaram.',
      articlesCount: 12,
      articles: titles(12, 'Título '),
      releaseUrl: 'https://p.example.org/r?a=1&b="2"',
    })
    expect(text).toMatch(
      /^<b>Saúde &lt;b&gt;&amp;<\/b>\n\n12 notícias chegaram\.\n\n• <a href="https:\/\/www\.gov\.br\/a">Título 0<\/a>\n/,
    )
    expect(text.match(/• /g)).toHaveLength(10)
    expect(text).toContain(
      '<a href="https://p.example.org/r?a=1&amp;b=%222%22">E mais 2 notícias na edição completa</a>',
    )
  })

  it('has one line for each story, with its other agencies', () => {
    const story = {
      url: null,
      agencyName: 'MS & cia',
      storyId: 's',
      otherAgencies: ['Casa Civil <i>', 'Anvisa'],
    }
    const text = telegramText({
      clippingName: 'Saúde',
      digestPreview: '',
      articlesCount: 4,
      articles: [
        { ...story, title: 'A' },
        { title: 'B', url: null },
        { ...story, title: 'A de novo' },
      ],
      releaseUrl: 'https://p.example.org/r',
    })
    expect(text).toContain('• A · MS &amp; cia (também em: Casa Civil &lt;i&gt;, Anvisa)\n• B\n')
    expect(text).toContain('E mais 1 notícia na edição completa')
  })

  it('lists the articles of several recortes below their titles, in the order of the clipping', () => {
    const article = (uniqueId: string) => ({
      uniqueId,
      title: uniqueId.toUpperCase(),
      url: null,
      agencyName: 'MEC',
    })
    const release = {
      clippingName: 'Governo',
      digestPreview: '',
      articlesCount: 4,
      // The first article of each recorte, then the second of each.
      articles: ['a', 'c', 'b'].map(article),
      releaseUrl: 'https://p.example.org/r',
    }
    const sections = [
      { title: 'Saúde & cia', articleIds: ['a', 'b'] },
      { title: 'Editais', articleIds: ['c', 'd'] },
    ]
    expect(telegramText({ ...release, sections })).toContain(
      '\n\n<b>Saúde &amp; cia</b>\n• A · MEC\n• B · MEC\n\n<b>Editais</b>\n• C · MEC\n\n<a href',
    )
    const plain = '\n\n• A · MEC\n• C · MEC\n• B · MEC\n\n<a href'
    for (const others of [null, [], sections.slice(0, 1), [{ title: 'Um', articleIds: ['a', 'b', 'c'] }]])
      expect(telegramText({ ...release, sections: others })).toContain(plain)
  })

  it('has at most 4,096 characters, whole titles and http(s) links only', () => {
    const long = titles(10, '<&"'.repeat(200), `https://www.gov.br/${'a'.repeat(800)}`)
    const release = {
      clippingName: '&'.repeat(100),
      digestPreview: '<'.repeat(300),
      articlesCount: 10,
      releaseUrl: 'https://p.example.org/edicoes/r1',
    }
    const text = telegramText({ ...release, articles: long })
    expect(text.length).toBeLessThanOrEqual(4096)
    expect(text.match(/<a /g)?.length).toBe(text.match(/<\/a>/g)?.length)
    expect(text).toMatch(/>E mais \d notícias? na edição completa<\/a>$/)
    const hostile = telegramText({ ...release, articles: titles(1, 'x', 'javascript:pwned()') })
    expect(hostile).not.toContain('pwned')
  })

  it('announces the end of a clipping', () => {
    expect(telegramEndedText('A <i>', false)).toBe(
      'O clipping “A &lt;i&gt;” foi encerrado por quem o criou e não terá novas edições.',
    )
    expect(telegramEndedText('A', true)).toContain('O clipping “A” deixou de ser público')
  })
})

describe('a push', () => {
  const release = {
    clippingId: 'c1',
    clippingName: 'Saúde',
    id: 'r1',
    digestPreview: '3 notícias chegaram.',
    releaseUrl: 'https://p.example.org/clipping/release/r1',
  }

  it('contains what the service worker shows', () => {
    expect(JSON.parse(pushBody(release))).toEqual({
      title: 'Saúde',
      body: '3 notícias chegaram.',
      url: 'https://p.example.org/clipping/release/r1',
      tag: 'c1',
      releaseId: 'r1',
    })
  })

  it('has at most 3 KB', () => {
    const wide = '語語"'.repeat(400)
    const body = pushBody({
      ...release,
      clippingName: wide,
      digestPreview: wide,
      releaseUrl: `https://p.example.org/${'a'.repeat(2020)}`,
    })
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(3072)
    expect(JSON.parse(body)).toMatchObject({ tag: 'c1', releaseId: 'r1', url: null })
    const withUrl = (characters: number) =>
      pushBody({
        ...release,
        clippingName: '語'.repeat(90),
        digestPreview: '語'.repeat(290),
        releaseUrl: `https://p.example.org/${'a'.repeat(characters)}`,
      })
    const room = 3072 - Buffer.byteLength(withUrl(0))
    expect(Buffer.byteLength(withUrl(room))).toBe(3072)
    expect(JSON.parse(withUrl(room + 1))).toMatchObject({ body: `${'語'.repeat(149)}…`, url: null })
  })

  it('announces one or several new articles', () => {
    const articles = [{ title: 'Vacina', agencyName: 'Anvisa', url: 'https://www.gov.br/v' }]
    const portalUrl = 'https://p.example.org/'
    expect(JSON.parse(newArticlesPushBody({ articles, count: 1, portalUrl }))).toEqual({
      title: 'Anvisa',
      body: 'Vacina',
      url: 'https://www.gov.br/v',
      tag: 'novas-noticias',
    })
    expect(JSON.parse(newArticlesPushBody({ articles, count: 2, portalUrl }))).toMatchObject({
      title: '2 novas notícias',
      body: 'Vacina e mais 1 notícia',
    })
    expect(JSON.parse(newArticlesPushBody({ articles, count: 3, portalUrl }))).toMatchObject({
      title: '3 novas notícias',
      body: 'Vacina e mais 2 notícias',
      url: portalUrl,
    })
  })

  it('announces that a clipping changed', () => {
    const changed = {
      clippingId: 'c1',
      clippingName: 'Saúde',
      changes: ['name'],
      portalUrl: 'https://p.example.org/',
    }
    expect(JSON.parse(changedPushBody(changed))).toEqual({
      title: 'Clipping atualizado',
      body: 'O clipping “Saúde”, que você segue, mudou. O que há de novo: o nome.',
      url: 'https://p.example.org/',
      tag: 'c1',
    })
  })

  it('announces the end of a clipping', () => {
    const ended = { clippingId: 'c1', clippingName: 'Saúde', isUnpublished: false, portalUrl: null }
    expect(JSON.parse(endedPushBody(ended))).toMatchObject({
      title: 'Clipping encerrado',
      url: null,
      tag: 'c1',
    })
    const portalUrl = 'https://p.example.org/'
    expect(JSON.parse(endedPushBody({ ...ended, isUnpublished: true, portalUrl }))).toMatchObject({
      title: 'Clipping não é mais público',
      url: portalUrl,
    })
  })
})

describe('a webhook body', () => {
  const release: WebhookRelease = {
    id: 'r1',
    clippingId: 'c1',
    clippingName: 'Saúde',
    refTime: new Date('2026-06-01T11:00:00Z'),
    sinceHours: 24,
    articlesCount: 1,
    releaseUrl: 'https://p.example.org/edicoes/r1',
    digestPreview: 'x',
    articles: [
      {
        uniqueId: 'a',
        title: 'Título',
        url: 'https://www.gov.br/a',
        agency: 'saude',
        agencyName: 'Ministério da Saúde',
        publishedAt: new Date('2026-06-01T03:00:00Z'),
        summary: null,
        storyId: 'sty_1',
        otherAgencies: ['Casa Civil'],
      },
    ],
  }

  it('has the documented shape', () => {
    const { id: releaseId, ...rest } = release
    expect(JSON.parse(webhookBody(release))).toEqual({
      type: 'release.created',
      timestamp: '2026-06-01T11:00:00+00:00',
      data: {
        releaseId,
        ...rest,
        refTime: '2026-06-01T11:00:00+00:00',
        changes: [],
        articles: [{ ...release.articles[0], publishedAt: '2026-06-01T03:00:00+00:00' }],
      },
    })
    expect(JSON.parse(webhookBody({ ...release, articles: [] }))).toMatchObject({ data: { articles: [] } })
  })

  it('has an article if it and its comma fill exactly 256 KB, and not without room for the commas', () => {
    const [one] = release.articles
    const written = (characters: number) =>
      webhookBody({
        ...release,
        articles: ['a', 'b', 'c'].map((uniqueId) => ({
          ...one!,
          uniqueId,
          summary: 'x'.repeat(uniqueId === 'c' ? characters : 1),
        })),
      })
    const countArticles = (body: string) =>
      (JSON.parse(body) as { data: { articles: unknown[] } }).data.articles.length
    // Three articles have two commas, and there is room for a third.
    const room = 256 * 1024 - 1 - Buffer.byteLength(written(0))
    expect(countArticles(written(room))).toBe(3)
    expect(countArticles(written(room + 3))).toBe(2)
  })

  it('is cut to 256 KB by whole articles and keeps the number of all', () => {
    const [one] = release.articles
    const articles = Array.from({ length: 300 }, (_, number) => ({
      ...one!,
      uniqueId: `a${number}`,
      summary: 'ção'.repeat(number === 1 ? 200_000 : 400),
    }))
    const body = webhookBody({ ...release, articlesCount: 300, articles })
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(256 * 1024)
    expect(Buffer.byteLength(body)).toBeGreaterThan(250 * 1024)
    const { data } = JSON.parse(body) as { data: { articlesCount: number; articles: { uniqueId: string }[] } }
    expect(data.articlesCount).toBe(300)
    expect(data.articles.slice(0, 2).map(({ uniqueId }) => uniqueId)).toEqual(['a0', 'a2'])
  })
})
