import { describe, expect, it } from 'vitest'
import { ScrapeError } from '../errors.ts'
import { wordpress } from './wordpress.ts'

const POSTS = 'https://blog.exemplo.gov.br/wp-json/wp/v2/posts'
const POST = {
  link: 'https://blog.exemplo.gov.br/2026/02/edital-aberto/',
  title: { rendered: 'Edital &#8220;aberto&#8221; &amp; vagas' },
  date: '2026-02-10T17:05:00',
  date_gmt: '2026-02-10T20:05:00',
  modified: '2026-02-10T18:00:00',
  modified_gmt: '2026-02-10T21:00:00',
  content: { rendered: '<p>O edital abre <a href="/vagas">vagas</a>.</p><p><img src="/dentro.jpg"></p>' },
  excerpt: { rendered: '<p>Inscrições até março.</p>' },
  _embedded: {
    'wp:featuredmedia': [{ source_url: 'https://blog.exemplo.gov.br/capa.jpg' }],
    'wp:term': [
      [{ taxonomy: 'category', name: 'Educa&ccedil;&atilde;o' }],
      [
        { taxonomy: 'post_tag', name: 'edital' },
        { taxonomy: 'post_tag', name: 'Edital' },
      ],
    ],
  },
}
const read = (changes: object = {}) =>
  wordpress.readArticle(JSON.stringify([{ ...POST, ...changes }]), { url: POST.link, agency: 'exemplo' })
const kindOf = (work: () => unknown) => {
  try {
    return work()
  } catch (error) {
    return error instanceof ScrapeError ? error.kind : error
  }
}

describe('addresses of WordPress', () => {
  it.each([
    ['any page of the site', 'https://blog.exemplo.gov.br/noticias', POSTS],
    ['its API', POSTS, POSTS],
    [
      'an API below a folder',
      'https://a.gov.br/blog/wp-json/wp/v2/posts',
      'https://a.gov.br/blog/wp-json/wp/v2/posts',
    ],
  ])('are those of the API for %s', (_, listingUrl, posts) => {
    expect(wordpress.firstPageUrl(listingUrl)).toBe(
      `${posts}?per_page=20&orderby=date&_fields=link%2Ctitle%2Cdate%2Cdate_gmt`,
    )
  })

  it('name the feed of the whole site as hints', () => {
    expect(wordpress.hintSources(`${POSTS}?categories=3`)).toEqual([
      { what: 'feed', address: 'https://blog.exemplo.gov.br/feed/' },
    ])
  })

  it('keep the category of a listing', () => {
    const url = new URL(wordpress.firstPageUrl(`${POSTS}?categories=3`))
    expect(url.searchParams.get('categories')).toBe('3')
  })

  it.each([
    ['the last part of its path', '/2026/02/edital-aberto', 'slug=edital-aberto'],
    ['the last part without its ending', '/edital.html', 'slug=edital'],
    ['its number', '/?p=12', 'include=12'],
  ])('of a post have %s', (_, path, query) => {
    const url = wordpress.articleUrl?.(`https://blog.exemplo.gov.br${path}`, [`${POSTS}?categories=3`])
    expect(url).toBe(`${POSTS}?${query}&_embed=wp%3Afeaturedmedia%2Cwp%3Aterm`)
  })
})

describe('a listing of WordPress', () => {
  const list = (count: number, address = `${POSTS}?per_page=20`) =>
    wordpress.readListing(JSON.stringify(Array.from({ length: count }, () => POST)), address)

  it('has titles without markup and times in UTC', () => {
    expect(list(1).structure).toBe('posts')
    expect(list(1).items).toEqual([
      {
        url: 'https://blog.exemplo.gov.br/2026/02/edital-aberto',
        title: 'Edital “aberto” & vagas',
        stamp: { iso: '2026-02-10T20:05:00+00:00', precision: 'second' },
        category: null,
        tags: [],
      },
    ])
  })

  it('goes on after a full page, by the number of posts before', () => {
    expect(list(19).nextUrl).toBeNull()
    expect(list(20).nextUrl).toContain('offset=20')
    expect(list(20, list(20).nextUrl ?? '').nextUrl).toContain('offset=40')
  })

  it('counts posts without an address or a title, and lists none of them', () => {
    const posts = [
      POST,
      { ...POST, title: { rendered: ' ' } },
      { ...POST, link: 'javascript:' },
      null,
      'x',
      [],
    ]
    const listing = wordpress.readListing(JSON.stringify(posts), POSTS)
    expect(listing).toMatchObject({ found: 3, structure: 'posts', nextUrl: null })
    expect(listing.items).toHaveLength(1)
    expect(wordpress.readListing('[]', POSTS)).toEqual({
      items: [],
      found: 0,
      structure: null,
      nextUrl: null,
    })
  })

  it.each([
    ['an error of the API', '{"code":"rest_disabled","message":"Fechada"}', 'url_broken'],
    ['a page', '<html><body><p>Blog</p></body></html>', 'not_json'],
    ['a login form', '<html><input type="password"></html>', 'login_page'],
  ])('is refused for %s', (_, text, kind) => {
    expect(kindOf(() => wordpress.readListing(text, POSTS))).toBe(kind)
  })
})

describe('a post of WordPress', () => {
  it('gives every field', () => {
    expect(read()).toMatchObject({
      agency: 'exemplo',
      url: 'https://blog.exemplo.gov.br/2026/02/edital-aberto',
      title: 'Edital “aberto” & vagas',
      publishedAt: { iso: '2026-02-10T20:05:00+00:00' },
      updatedAt: { iso: '2026-02-10T21:00:00+00:00' },
      subtitle: 'Inscrições até março.',
      category: 'Educação',
      tags: ['edital'],
      imageUrl: 'https://blog.exemplo.gov.br/capa.jpg',
    })
    expect(read().markdown).toMatch(/^O edital abre \[vagas\]\(https:\/\/blog\.exemplo\.gov\.br\/vagas\)\./)
  })

  it.each([
    [
      'the local time without that in UTC',
      { date_gmt: null },
      { publishedAt: { iso: '2026-02-10T17:05:00-03:00' } },
    ],
    ['no update, where it was not changed', { modified_gmt: POST.date_gmt }, { updatedAt: null }],
    [
      'no subtitle, where it is the beginning of the text',
      { excerpt: { rendered: '<p>O edital abre vagas [&hellip;]</p>' } },
      { subtitle: null },
    ],
    [
      'no subtitle, where a picture of the text has its words',
      { content: { rendered: '<p>O edital.</p><p><img src="/a.jpg" alt="Inscrições até março."></p>' } },
      { subtitle: null },
    ],
    [
      'its subtitle without the link to the text',
      { excerpt: { rendered: '<p>Até março. <a class="more-link" href="/x">Continue lendo</a></p>' } },
      { subtitle: 'Até março.' },
    ],
    [
      'its text without what page builders write into it',
      { content: { rendered: '[vc_row el_class="a"][vc_column]<p>Um [1].</p>[/vc_column][/vc_row]' } },
      { markdown: 'Um [1].' },
    ],
    [
      'the first picture of its text without another',
      { _embedded: {} },
      { imageUrl: 'https://blog.exemplo.gov.br/dentro.jpg', category: null, tags: [] },
    ],
  ])('has %s', (_, changes, fields) => {
    expect(read(changes)).toMatchObject(fields)
  })

  it('names the rule of each field that it has', () => {
    expect(read()).toMatchObject({ heading: 'Edital “aberto” & vagas', editorialLead: null, videoUrl: null })
    expect(read().rules).toEqual({
      title: 'title',
      publishedAt: 'date_gmt',
      updatedAt: 'modified_gmt',
      subtitle: 'excerpt',
      category: 'wp:term',
      tags: 'wp:term',
      imageUrl: 'wp:featuredmedia',
      body: 'content',
    })
    const bare = { title: POST.title, link: POST.link }
    const article = wordpress.readArticle(JSON.stringify([bare]), { url: POST.link })
    expect(article.rules).toEqual({ title: 'title' })
    expect(article).toMatchObject({ agency: '2026', publishedAt: null, updatedAt: null, category: null })
  })

  it('is gone when the API has no such post', () => {
    const gone = () => wordpress.readArticle('[]', { url: POST.link })
    expect(gone).toThrow(
      expect.objectContaining({ kind: 'url_broken', isGone: true, status: 404 }) as ScrapeError,
    )
  })

  it('is refused without a title', () => {
    expect(kindOf(() => read({ title: { rendered: '' } }))).toBe('empty_content')
  })
})
