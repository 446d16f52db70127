import { describe, expect, it } from 'vitest'
import { ScrapeError } from '../errors.ts'
import { readGeneralArticle } from './article.ts'

const ADDRESS = 'https://www.exemplo.gov.br/imprensa/2026/censo-agropecuario'
const TITLE = 'Censo agropecuário começa em abril em todo o país'
const TEXT = [
  'O instituto começa em abril a coleta do censo agropecuário, com doze mil recenseadores em todos os municípios do país.',
  'Os primeiros resultados saem em dezembro, segundo a diretora de pesquisas, que apresentou o calendário nesta terça-feira.',
  'A coleta dura três meses, e as respostas são sigilosas por lei, como em todas as pesquisas do instituto.',
]
const paragraphs = (texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join('')
const MENU = `<nav><ul>${'<li><a href="/a">Assunto do menu do portal</a></li>'.repeat(30)}</ul></nav>`
const FOOTER =
  '<footer><p>Todos os direitos reservados ao instituto nacional de pesquisas do país.</p></footer>'

type Parts = { head?: string; heading?: string; before?: string; text?: string; after?: string }

/** A page of a structure that no rule knows: names say nothing. */
function pageOf({ head = '', heading = `<h1>${TITLE}</h1>`, before = '', text, after = '' }: Parts): string {
  return `<!DOCTYPE html><html><head><title>${TITLE} - Instituto</title>${head}</head><body><div class="q1">${MENU}</div>
<div class="q2"><div class="q3">${heading}${before}<div class="q4">${text ?? paragraphs(TEXT)}</div>${after}</div></div>${FOOTER}</body></html>`
}

const read = (parts: Parts, item?: Parameters<typeof readGeneralArticle>[1]['item']) =>
  readGeneralArticle(pageOf(parts), { url: ADDRESS, agency: 'instituto', item })

/** The kind of the error of a page, or null when it is read. */
function faultOf(html: string): string | null {
  try {
    readGeneralArticle(html, { url: ADDRESS })
    return null
  } catch (error) {
    if (error instanceof ScrapeError) return error.kind
    throw error
  }
}

const ITEM = { url: ADDRESS, title: 'Título da lista', stamp: null, category: 'Pesquisas', tags: ['censo'] }

describe('a page of unknown structure', () => {
  it('gives its text without menu and footer, marked as read generally', () => {
    const article = read({})
    expect(article.markdown).toBe(TEXT.join('\n\n'))
    expect(article).toMatchObject({ agency: 'instituto', url: ADDRESS, title: TITLE, heading: TITLE })
    expect(article.editorialLead).toBeNull()
    expect(article.flags).toEqual(['general', 'undated'])
    expect(article.rules.body).toBe('general')
  })

  const meta = (name: string, content: string) => `<meta property="${name}" content="${content}">`
  const data = '<script type="application/ld+json">{"@type":"NewsArticle","headline":"Dos dados"}</script>'
  it.each([meta('og:title', `${TITLE} | Instituto`), data.replace('Dos dados', TITLE)])(
    'is called as its heading that another title begins with, of several: %s',
    (head) => {
      const heading = `<h1>Instituto de pesquisas</h1><h1>${TITLE}</h1>`
      const html = pageOf({ head, heading }).replace(/<title>.*<\/title>/, '<title>Instituto</title>')
      expect(readGeneralArticle(html, { url: ADDRESS }).heading).toBe(TITLE)
    },
  )

  it.each([
    ['the heading before other titles', { head: meta('og:title', 'De fora') + data }, TITLE],
    [
      'the heading that other titles begin with, of several',
      { heading: `<h1>Instituto</h1><h1>${TITLE}</h1>` },
      TITLE,
    ],
    [
      'no heading of the header',
      { heading: '', before: '<header><h1>Marca</h1></header>', head: meta('og:title', 'De fora') },
      'De fora',
    ],
    [
      'no heading that is the name of the site',
      { heading: '<h1>Portal</h1>', head: meta('og:site_name', 'Portal') + data },
      'Dos dados',
    ],
    [
      'no heading of a footer',
      { heading: '', after: '<footer><h1>Marca</h1></footer>', head: data },
      'Dos dados',
    ],
    [
      'the first heading where other titles begin otherwise',
      { heading: '<h1>Um</h1><h1>Dois</h1>', head: meta('og:title', 'Xis') },
      'Um',
    ],
    [
      'no empty heading, also beside the name of the site',
      { heading: '<h1> </h1>', head: meta('og:site_name', 'Portal') + data },
      'Dos dados',
    ],
    ['og:title before the data', { heading: '', head: meta('og:title', 'De fora') + data }, 'De fora'],
    ['the data before the window', { heading: '', head: data }, 'Dos dados'],
  ])('has as title: %s', (_, parts, title) => {
    expect(read(parts)).toMatchObject({ title, heading: title })
  })

  it('has the title of the window before the name of the site, where nothing else has one', () => {
    const html = pageOf({ heading: '' })
    const named = html.replace(/<title>.*<\/title>/, '<title>Censo — Instituto</title>')
    expect(readGeneralArticle(named, { url: ADDRESS }).title).toBe('Censo')
    expect(() => readGeneralArticle(html, { url: ADDRESS })).toThrow('no title')
  })

  it('takes title, category and tags of the listing, and keeps its own heading beside them', () => {
    expect(read({}, ITEM)).toMatchObject({
      title: 'Título da lista',
      heading: TITLE,
      category: 'Pesquisas',
      tags: ['censo'],
    })
  })

  it.each([
    [
      'JSON-LD',
      {
        head: '<script type="application/ld+json">{"@type":"NewsArticle","datePublished":"2026-03-04T16:00:00-03:00"}</script>',
      },
    ],
    ['metadata', { head: meta('article:published_time', '2026-03-04T16:00:00-03:00') }],
    ['its line', { before: '<div class="q5">Publicado em 04/03/2026 16h00</div>' }],
  ])('is dated by %s, which is no part of the text', (_, parts) => {
    const article = read(parts)
    expect(article.publishedAt?.iso).toBe('2026-03-04T16:00:00-03:00')
    expect(article.markdown).toBe(TEXT.join('\n\n'))
  })

  const described = (description: string, before = '') =>
    read({ head: meta('og:description', description), before })

  it('has its description as subtitle, which then is no part of the text', () => {
    const words = 'Coleta dura três meses'
    for (const article of [
      described(words),
      described(words, `<div>${words}</div>`),
      described(words, `<h2>${words}</h2>`),
    ]) {
      expect(article.subtitle).toBe(words)
      expect(article.markdown).toBe(TEXT.join('\n\n'))
    }
  })

  it('has its description as subtitle, also where it is a block of the text', () => {
    const words = 'Coleta dura três meses'
    const head = meta('og:description', words)
    expect(read({ head, text: `<p>${words}</p>${paragraphs(TEXT)}` }).subtitle).toBe(words)
    expect(read({ head, text: paragraphs([`${words}.`, ...TEXT]) }).subtitle).toBeNull()
  })

  it.each(['', '…', ' [...]', '...'])(
    'has no subtitle when its description is the text cut at "%s"',
    (mark) => {
      const article = described(TEXT[0]!.slice(0, 60) + mark)
      expect(article.subtitle).toBeNull()
      expect(article.markdown).toBe(TEXT.join('\n\n'))
    },
  )

  it.each([
    [
      'its description for others',
      { head: meta('og:description', 'Um') + meta('description', 'Dois') },
      'Um',
    ],
    [
      'its description',
      { head: meta('og:description', TEXT[0]!.slice(0, 60)) + meta('description', 'Dois') },
      'Dois',
    ],
    ['none', { head: meta('description', ' ') }, null],
  ])('has as subtitle %s', (_, parts, subtitle) => {
    expect(read(parts).subtitle).toBe(subtitle)
  })

  it.each([
    ['in an element named so', '<p class="linha-fina">Coleta dura três meses</p>', 'Coleta dura três meses'],
    ['in no part of the text', `<p>${'a'.repeat(61)}</p><p class="subtitulo">Um</p>`, null],
    ['behind a short line', `<p>${'a'.repeat(60)}</p><p class="subtitulo">Um</p>`, 'Um'],
    ['longer than a line', `<p class="subtitulo">${'a'.repeat(61)}</p>`, 'a'.repeat(61)],
    ['in no one of several', '<p class="subtitulo">Um</p><p class="subtitulo">Dois</p>', null],
    ['in none of a box', '<aside><p class="subtitulo">Um</p></aside>', null],
    ['in none longer than a line', `<p class="subtitulo">${'a'.repeat(401)}</p>`, null],
  ])('has its subtitle %s', (_, before, subtitle) => {
    const article = read({ before })
    expect(article.subtitle).toBe(subtitle)
    expect(article.markdown).not.toContain('Coleta dura')
  })

  it('has its subtitle behind a heading longer than a line', () => {
    const heading = `<h1>${TITLE}, com doze mil recenseadores</h1>`
    expect(read({ heading, before: '<p class="subtitulo">Um</p>' }).subtitle).toBe('Um')
  })

  it('has no subtitle that stands before its heading', () => {
    const heading = `<header><p class="site-subtitle">Portal do instituto</p></header><h1>${TITLE}</h1>`
    expect(read({ heading }).subtitle).toBeNull()
  })

  const bodied = (articleBody: string) =>
    `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', articleBody })}</script>`
  const HALF = TEXT.join(' ').replaceAll(' ', '-')
  const whole = [...TEXT, ...TEXT.map((text) => `Ainda: ${text}`)]
  it.each([
    ['the data, where a script fills the page', bodied(TEXT.join('\n\n')), '', TEXT.join('\n\n')],
    ['the data with markup', bodied(paragraphs(TEXT)), '', TEXT.join('\n\n')],
    [
      'the data, where the page shows less than half',
      bodied(whole.join('\n')),
      paragraphs(TEXT.slice(0, 2)),
      whole.join('\n\n'),
    ],
    ['the page, where it shows half', bodied(HALF + HALF), `<p>${HALF}</p>`, HALF],
    [
      'the data, where the page shows a character less than half',
      bodied(`${HALF + HALF}..`),
      `<p>${HALF}</p>`,
      `${HALF + HALF}..`,
    ],
    [
      'the page, where it shows more',
      bodied(whole.slice(0, 5).join('\n')),
      paragraphs(TEXT),
      TEXT.join('\n\n'),
    ],
  ])('has the text of %s', (_, head, text, markdown) => {
    expect(read({ head, text }).markdown).toBe(markdown)
  })

  const tagged = { url: ADDRESS, title: TITLE, stamp: null, category: null, tags: ['lista'] }
  const keywords = meta('article:tag', 'um') + meta('article:tag', 'dois') + meta('keywords', 'três, um,')
  it.each([
    ['of its links', { head: keywords, after: '<p><a rel="x tag" href="/a">elo</a></p>' }, ['elo']],
    [
      'of its links, without the category',
      { after: '<p><a rel="category tag" href="/c">seção</a> <a rel="tag" href="/a">elo</a></p>' },
      ['elo'],
    ],
    ['of its metadata', { head: keywords }, ['um', 'dois', 'três']],
    ['of one keyword', { head: meta('keywords', 'um') }, ['um']],
    ['of the listing', {}, ['lista']],
  ])('has the tags %s', (_, parts, tags) => {
    expect(read(parts, tagged).tags).toEqual(tags)
    expect(read({}).tags).toEqual([])
    expect(read({}).rules).not.toHaveProperty('tags')
  })

  it.each([
    ['of the listing', ITEM, 'Pesquisas'],
    ['of its metadata', { ...ITEM, category: ' ' }, 'Seção'],
    ['of its metadata, without a listing', undefined, 'Seção'],
  ])('has the category %s', (_, item, category) => {
    expect(read({ head: meta('article:section', 'Seção') }, item).category).toBe(category)
  })

  it('has the category of a link that is marked so', () => {
    const after = '<p><a rel="category tag" href="/c">Pesquisas</a></p>'
    expect(read({ after }).category).toBe('Pesquisas')
  })

  it.each([
    ['three hours later than its line', '19', ['general', 'shifted'], '16', 'label'],
    ['minutes later', '16', ['general'], '16', 'article:published_time'],
    ['of another day', '07', ['general'], '07', 'article:published_time'],
  ])('is dated by its line when the data are %s', (_, hour, flags, expected, rule) => {
    const day = hour === '07' ? '06' : '04'
    const article = read({
      head: meta('article:published_time', `2026-03-${day}T${hour}:00:30-03:00`),
      before: '<div>Publicado em 04/03/2026 16h00</div>',
    })
    expect(article.flags).toEqual(flags)
    expect(article.publishedAt?.iso.slice(11, 13)).toBe(expected)
    expect(article.rules.publishedAt).toBe(rule)
  })

  it('is marked where the full cleaning would leave too little', () => {
    const text = TEXT.map((words) => `<p class="keywords">${words}</p>`).join('')
    expect(read({ text }).flags).toEqual(['general', 'light-clean', 'undated'])
  })

  it('has the video of its text', () => {
    const text = `${paragraphs(TEXT)}<iframe src="https://www.youtube.com/embed/a"></iframe>`
    expect(read({ text })).toMatchObject({
      videoUrl: 'https://www.youtube.com/embed/a',
      rules: { videoUrl: 'iframe' },
    })
    expect(read({}).videoUrl).toBeNull()
  })

  it.each([
    ['60 levels', 57, null],
    ['61 levels', 58, 'empty_content'],
  ])('has %s at most', (_, levels, fault) => {
    const text = `${'<div>'.repeat(levels)}${paragraphs(TEXT)}`
    const html = `<html><head><title>${TITLE} — Instituto</title></head><body>${text}</body></html>`
    expect(faultOf(html)).toBe(fault)
  })

  it.each([
    ['6,000 elements', 6_000, null],
    ['6,001 elements', 6_001, 'empty_content'],
  ])('has %s at most besides machinery', (_, elements, fault) => {
    const text = `${paragraphs(TEXT)}${'<i></i>'.repeat(elements - 5)}${'<nav></nav>'.repeat(9)}`
    const html = `<head><meta property="og:title" content="Um"></head><body>${text}</body>`
    expect(faultOf(html)).toBe(fault)
  })

  it('has two megabytes at most', () => {
    const html = (characters: number) => pageOf({}).padEnd(characters)
    expect(faultOf(html(2 * 1024 * 1024))).toBeNull()
    expect(faultOf(html(2 * 1024 * 1024 + 1))).toBe('empty_content')
  })

  it('has the picture of its metadata, else the first of its text', () => {
    const figure = '<p><img src="/foto.jpg" width="600" height="400"></p>'
    const text = paragraphs(TEXT) + figure
    expect(read({ text, head: meta('og:image', '/capa.jpg') }).imageUrl).toBe(
      'https://www.exemplo.gov.br/capa.jpg',
    )
    expect(read({ text }).imageUrl).toBe('https://www.exemplo.gov.br/foto.jpg')
  })
})

describe('a page that is no article', () => {
  const links = (count: number) =>
    `<p><a href="/x">${'Notícia de outra página da semana. '.repeat(count)}</a></p>`
  it.each([
    ['text enough', pageOf({}), null],
    [
      'text of 200 characters',
      pageOf({
        text: `<p>${'palavra, '.repeat(30).slice(0, 199)}.</p>`,
        heading: '',
        head: '<meta property="og:title" content="T">',
      }),
      null,
    ],
    [
      'text of 199 characters',
      pageOf({
        text: `<p>${'palavra, '.repeat(30).slice(0, 198)}.</p>`,
        heading: '',
        head: '<meta property="og:title" content="T">',
      }),
      'empty_content',
    ],
    [
      'half of its text in links',
      `<head><meta property="og:title" content="T"></head><body><p>${'palavra, '.repeat(40).slice(0, 299)}.</p><p><a href="/x">${'palavra, '.repeat(40).slice(0, 300)}.</a></p></body>`,
      null,
    ],
    ['more links than text', pageOf({ text: paragraphs(TEXT) + links(14) }), 'empty_content'],
    ['nothing', '', 'empty_content'],
    [
      'a login form',
      `<html><body><h1>Acesso</h1><div><form><input type="password"></form></div></body></html>`,
      'login_page',
    ],
    [
      'a login form with a date and no text',
      '<head><meta property="article:published_time" content="2026-03-04T16:00:00-03:00"></head><body><form><input type="password"></form></body>',
      'login_page',
    ],
    [
      'the heading of a maintenance page above a text with a date, which is news',
      pageOf({
        head: '<meta property="article:published_time" content="2026-03-04T16:00:00-03:00">',
        heading: '<h1>Portal em manutenção</h1>',
      }),
      null,
    ],
    ['words of a missing page', pageOf({ heading: '<h1>Página não encontrada</h1>' }), 'url_broken'],
  ])('is refused: %s', (_, html, kind) => {
    expect(faultOf(html)).toBe(kind)
  })
})
