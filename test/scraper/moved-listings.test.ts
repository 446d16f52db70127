import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fails, page, type Answer, type LoopbackSite } from '../kit/services/loopback-site.ts'
import { faultOf, range, Situation, START } from '../kit/services/situation.ts'

let situation: Situation
let site: LoopbackSite
beforeEach(async () => {
  situation = await new Situation().start()
  site = situation.site
})
afterEach(() => situation.stop())

const run: Situation['run'] = (...options) => situation.run(...options)

describe('a listing that moved', () => {
  const OLD = '/mec/pt-br/assuntos/noticias'
  const NEW = '/mec/pt-br/canais/noticias'
  beforeEach(async () => {
    site.publish(range(3), START, 3)
    await run()
    site.articles.unshift({
      slug: 'noticia-nova',
      title: 'Governo amplia bolsas de estudo',
      day: '2026-03-10',
    })
    site.answers.set(NEW, (request, response) => page(site.listingPage(0))(request, response))
  })
  const wrap =
    (xml: string): Answer =>
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/xml' }).end(xml)
  const locate = (slug: string, day: string, folder = NEW) =>
    `<url><loc>${site.origin}${folder}/${slug}</loc><lastmod>${day}</lastmod></url>`
  /** Lets the listing and its article answer in the new folder alone. */
  const move = (folder = NEW) => {
    site.answers.set(OLD, fails(404))
    const listing = site.listingPage(0).replaceAll(OLD, folder)
    site.answers.set(folder, page(listing))
    for (const article of site.articles)
      site.answers.set(`${folder}/${article.slug}`, page(site.pageOf(article)))
  }

  it('and redirects is named', async () => {
    site.answers.set(OLD, (_, response) => void response.writeHead(301, { location: NEW }).end())
    const reading = await run()
    expect(reading).toMatchObject({ status: 'success', slugs: ['noticia-nova'] })
    expect(reading.faults).toEqual([
      {
        url: site.listingUrl,
        kind: 'listing-moved',
        detail: `${site.listingUrl}: it leads to ${site.origin}${NEW}`,
      },
    ])
  })

  it.each([
    [
      'the sitemap',
      () =>
        site.answers.set(
          '/mec/sitemap.xml',
          wrap(`<urlset>${locate('noticia-nova', '2026-03-10')}</urlset>`),
        ),
    ],
    [
      'the menu of the home page',
      () =>
        site.answers.set(
          '/mec/pt-br',
          page(`<nav><a href="/mec/pt-br/acesso">Acesso</a><a href="${NEW}">Notícias</a></nav>`),
        ),
    ],
  ])('and is gone is found by %s', async (_, name) => {
    move()
    name()
    const reading = await run()
    expect(reading.slugs).toContain('noticia-nova')
    expect(faultOf(reading.faults, 'noticias')).toMatch(/listing-moved|url_broken/)
    expect(reading.faults.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['url_broken', 'listing-moved']),
    )
  })

  it.each([
    ['/mec/pt-br/novidades', 'Novidades'],
    ['/mec/pt-br/canais/novidades-do-mec', 'Todas as novidades'],
    ['/mec/pt-br/atualidades', 'Atualidades'],
    ['/mec/pt-br/not%C3%ADcias', 'Últimas notícias'],
    ['/mec/pt-br/ultimas-noticias', 'Mais notícias'],
  ])('to %s is found by what sites call their news', async (folder, label) => {
    move(folder)
    const menu = page(`<nav><a href="${folder}">${label}</a></nav>`)
    const sitemap = wrap(`<urlset>${locate('noticia-nova', '2026-03-10', folder)}</urlset>`)
    for (const [path, answer] of [
      // A sitemap that is missing is not asked for a week.
      ['/mec/sitemap.xml', sitemap],
      ['/mec/pt-br', menu],
    ] as const) {
      site.answers.set(path, answer)
      const { faults } = await run()
      site.answers.delete(path)
      expect(faults.find(({ kind }) => kind === 'listing-moved')?.detail).toBe(
        `${site.listingUrl}: the news are at ${site.origin}${folder}`,
      )
    }
  })

  it.each([
    [
      'a sitemap of old news',
      () =>
        site.answers.set(
          '/mec/sitemap.xml',
          wrap(`<urlset>${locate('noticia-nova', '2025-03-10')}</urlset>`),
        ),
    ],
    [
      'a menu that leads to the listing',
      () => site.answers.set('/mec/pt-br', page(`<a href="${OLD}">Notícias</a>`)),
    ],
    [
      'a menu that leads to another site',
      () => site.answers.set('/mec/pt-br', page(`<a href="/saude/pt-br/noticias">Notícias</a>`)),
    ],
  ])('is not found by %s', async (_, name) => {
    move()
    name()
    expect(await run()).toMatchObject({ status: 'error', articles: [] })
  })
})
