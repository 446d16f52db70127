import { describe, expect, it } from 'vitest'
import { aShownRemoval } from '../../../../test/kit/rows/shown-changes.ts'
import { composeDigest, type DigestInput } from './digest.ts'
import type { DigestArticle } from './digest-article.ts'

const article = (uniqueId: string, fields: Partial<DigestArticle> = {}): DigestArticle => ({
  uniqueId,
  title: `Título ${uniqueId}`,
  url: `https://www.gov.br/${uniqueId}`,
  agency: 'saude',
  agencyName: 'Ministério da Saúde',
  publishedAt: new Date('2026-06-02T01:00:00Z'),
  summary: `Resumo ${uniqueId}.`,
  ...fields,
})

const REMOVAL = aShownRemoval({ title: 'Retirada', url: null, agencyName: '' })

const compose = (fields: Partial<DigestInput> = {}) =>
  composeDigest({
    clippingName: 'Saúde',
    prompt: null,
    refTime: new Date('2026-06-01T11:00:00Z'),
    period: { kind: 'arrived', from: new Date('2026-05-31T11:00:00Z'), sinceRelease: true },
    recortes: [
      { title: 'Vacinas', articles: [article('a'), article('b', { agencyName: 'Anvisa' })] },
      { title: 'Remédios', articles: [article('b'), article('c'), article('c')] },
      { title: 'Editais', articles: [] },
    ],
    ...fields,
  })

describe('a digest', () => {
  it('counts and names its articles in subject, introduction and preview', () => {
    const { subject, intro, preview } = compose()
    expect(subject).toBe('Saúde: 3 notícias em 1º de junho')
    expect(intro).toBe(
      '3 notícias chegaram desde a edição de 31 de maio, às 8h, de 2 órgãos, em 2 recortes. São elas: “Título a” (Ministério da Saúde), “Título c” (Ministério da Saúde) e “Título b” (Anvisa).',
    )
    expect(preview).toBe(
      '3 notícias chegaram desde a edição de 31 de maio, às 8h, de 2 órgãos, em 2 recortes. São elas: “Título a” (Ministério da Saúde), “Título c”…',
    )
    expect(preview.length).toBeLessThanOrEqual(150)
  })

  it('names at most three articles in the preview, first one of each recorte', () => {
    const recortes = [
      { title: 'Vacinas', articles: [article('a'), article('b')] },
      { title: 'Remédios', articles: [article('c'), article('d')] },
    ]
    const { intro } = compose({ recortes })
    expect([...intro.matchAll(/“Título (\w)”/g)].map(([, id]) => id)).toEqual(['a', 'c', 'b'])
  })

  it('shows an article once, under its first recorte, and names the other recortes', () => {
    const { html, text } = compose()
    for (const id of ['a', 'b', 'c']) {
      expect(html.split(`>Título ${id}</a>`)).toHaveLength(2)
      expect(html.split(`>Resumo ${id}.</p>`)).toHaveLength(2)
      expect(text.split(`* Título ${id}\n`)).toHaveLength(2)
    }
    expect(text).toContain(
      '* Título b\nAnvisa · 1º de junho de 2026, às 22h\nResumo b.\nTambém no recorte: Remédios\nhttps://www.gov.br/b',
    )
    expect(text).toContain('E mais 1 notícia deste recorte, já mostrada acima.')
    expect(text).toContain('Sem novidades em: Editais.')
    // Everything that the text says is in the page.
    expect(html).toContain('Também no recorte: Remédios')
    expect(html).toContain('E mais 1 notícia deste recorte, já mostrada acima.')
    expect(html).toContain('Sem novidades em: Editais.')
    expect(html.match(/<h2 /g)).toHaveLength(2)
  })

  it('shows a story once, with the other agencies that published it', () => {
    const text = 'O ministério anunciou obras. '.repeat(10)
    const copy = (uniqueId: string, fields: Partial<DigestArticle>) =>
      article(uniqueId, { storyId: 's', otherAgencies: ['Casa Civil', 'Anvisa'], ...fields })
    const recortes = [
      { title: 'Vacinas', articles: [copy('a', {}), copy('b', { agencyName: 'Casa Civil' }), article('c')] },
      {
        title: 'Remédios',
        articles: [copy('d', { agencyName: 'Anvisa' }), copy('i', { agencyName: null, agency: null })],
      },
      {
        title: 'Textos sem história',
        articles: [
          article('e', { contentHtml: text }),
          article('f', { contentHtml: text, agencyName: 'Secom' }),
          article('g', { contentHtml: 'Curto.' }),
          article('h', { contentHtml: 'Curto.' }),
        ],
      },
    ]
    const { text: plain, html, subject } = compose({ recortes, articlesCount: 10 })
    expect([...plain.matchAll(/\* Título (\w)\n/g)].map(([, id]) => id)).toEqual(['a', 'c', 'e', 'g', 'h'])
    expect(plain).toContain('Resumo a.\nTambém em: Casa Civil, Anvisa\nTambém no recorte: Remédios\n')
    expect(plain).toContain('Resumo e.\nTambém em: Secom\n')
    expect(html).toContain('Também em: Casa Civil, Anvisa')
    // Of ten articles, four are copies of others in the digest.
    expect(subject).toBe('Saúde: 6 notícias em 1º de junho')
  })

  it.each([
    [199, ['a', 'b']],
    [200, ['a']],
  ])('shows equal texts of %i characters as %j', (length, shown) => {
    const contentHtml = ` ${'x'.repeat(length)} `
    const recortes = [
      { title: 'Vacinas', articles: [article('a', { contentHtml }), article('b', { contentHtml })] },
    ]
    expect([...compose({ recortes }).text.matchAll(/\* Título (\w)\n/g)].map(([, id]) => id)).toEqual(shown)
  })

  it('lists its contents from ten articles on, with at most 40 titles, each leading to its article', () => {
    const many = (count: number, letter: string) =>
      Array.from({ length: count }, (_, number) => article(`${letter}${number}`))
    const listOf = (first: number, second: number) => {
      const recortes = [
        { title: 'Nada', articles: [] },
        { title: 'Vacinas', articles: many(first, 'v') },
        { title: 'Remédios', articles: many(second, 'r') },
      ]
      const { html } = compose({ recortes })
      return { html, links: [...html.matchAll(/href="#([^"]+)"/g)].map(([, anchor]) => anchor) }
    }
    expect(listOf(8, 1).links).toEqual([])
    const { html, links } = listOf(9, 1)
    expect(links).toHaveLength(12)
    expect(html).toContain('>Vacinas: 9 notícias</a>')
    for (const anchor of links) expect(html.split(` id="${anchor}"`)).toHaveLength(2)
    expect(html.slice(html.indexOf(' id="noticia-2-1"'))).toMatch(/^[^]*?>Título r0<\/a>/)
    expect(listOf(39, 30).links).toHaveLength(42)
    const full = listOf(40, 1)
    expect(full.links).toHaveLength(42)
    expect(full.html).not.toMatch(/<ul[^>]*><\/ul>/)
  })

  it('describes a single article and history', () => {
    const one = { recortes: [{ title: 'R', articles: [article('a')] }] }
    expect(compose(one).subject).toBe('Saúde: 1 notícia em 1º de junho')
    expect(compose(one).intro).toBe(
      'Uma notícia chegou desde a edição de 31 de maio, às 8h: “Título a” (Ministério da Saúde).',
    )
    const period = { kind: 'newest' } as const
    expect(compose({ ...one, period }).intro).toMatch(/^A notícia mais recente sobre o tema: “Título a”/)
    expect(compose({ period }).intro).toMatch(/^Para começar, as 3 notícias mais recentes, de 2 órgãos/)
  })

  it.each([
    ['arrived', '2026-05-31T11:00:00Z', 'chegaram de 31 de maio, às 8h, a 1º de junho, às 8h,'],
    ['arrived', '2026-06-01T10:30:00Z', 'chegaram em 1º de junho, das 7h30 às 8h,'],
    ['arrived', '2026-06-01T04:05:00Z', 'chegaram em 1º de junho, da 1h05 às 8h,'],
    ['published', '2026-05-25T04:00:00Z', 'foram publicadas de 25 de maio, à 1h, a 1º de junho, às 8h,'],
  ] as const)('names the beginning and the end of articles that %s since %s', (kind, at, words) => {
    const from = new Date(at)
    const period = kind === 'arrived' ? { kind, from, sinceRelease: false } : { kind, from }
    expect(compose({ period }).intro).toMatch(`3 notícias ${words}`)
  })

  it('renders articles with missing fields', () => {
    const bare = article('a', {
      title: ' ',
      url: null,
      agency: null,
      agencyName: null,
      publishedAt: null,
      summary: null,
    })
    const { html, text, intro } = compose({ recortes: [{ title: 'R', articles: [bare] }] })
    expect(intro).toBe('Uma notícia chegou desde a edição de 31 de maio, às 8h: “Notícia sem título”.')
    expect(text).toContain('\n* Notícia sem título\n\n')
    expect(html).not.toMatch(/null|undefined/)
    const none = compose({ recortes: [] })
    expect(none.intro).toBe('Nenhuma notícia chegou desde a edição de 31 de maio, às 8h.')
  })

  it('introduces an article without a summary by its text, in HTML and in plain text', () => {
    const contentHtml = '<h2>Fora</h2><p>Um &amp; dois <b>três</b><br>quatro</p><script>pwned()</script>'
    const { html, text } = compose({
      recortes: [{ title: 'R', articles: [article('a', { summary: null, contentHtml })] }],
    })
    expect(html).toContain('<p>Fora</p><p>Um &amp; dois <b>três</b><br />quatro</p></div>')
    expect(text).toContain('\nFora Um & dois três quatro\n')
    expect(html + text).not.toContain('pwned')
  })

  it('has no empty paragraph for what an article or a change lacks', () => {
    const bare = article('a', { agency: null, agencyName: null, publishedAt: null, summary: null })
    const { html } = compose({
      recortes: [{ title: 'R', articles: [bare] }],
      changes: { shown: [REMOVAL], more: 0 },
    })
    expect(html).not.toMatch(/<p[^>]*><\/p>/)
    expect(html).not.toContain('class="x"')
  })

  it('stays below the size at which mail clients cut, by leaving out summaries at the end', () => {
    const long = 'Palavra '.repeat(100)
    const articles = Array.from({ length: 120 }, (_, number) =>
      article(
        `n${number}-`,
        number % 2 === 0
          ? { summary: long, contentHtml: `Trecho ${number}` }
          : { summary: null, contentHtml: `${number} ${long}` },
      ),
    )
    const { html, text } = compose({ recortes: [{ title: 'R', articles }] })
    expect(html.match(/<h3 /g)).toHaveLength(120)
    expect(text.match(/Palavra…/g)).toHaveLength(60)
    expect(html.match(/Palavra…/g)).toHaveLength(60)
    expect(html).not.toContain('Trecho')
    expect(Buffer.byteLength(html)).toBeLessThan(120_000)
  })

  it('is deterministic, and contains neither lone surrogates nor control characters', () => {
    const odd = { clippingName: 'Sa\u0000úde\r\nBcc: x@y.example \ud800', prompt: 'a\u202eb' }
    expect(compose(odd)).toEqual(compose(odd))
    const { subject, html, text } = compose(odd)
    expect(subject).toBe('Sa úde Bcc: x@y.example \ufffd: 3 notícias em 1º de junho')
    expect(html.isWellFormed() && text.isWellFormed()).toBe(true)
    expect(html + text).not.toMatch(/\u202e|[^\P{Cc}\n]/u)
  })
})
