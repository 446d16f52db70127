import { gzipSync } from 'node:zlib'
import { HOUR_MS } from '@pauta/platform/time/time'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fails, MAINTENANCE, page, type Answer, type LoopbackSite } from '../kit/services/loopback-site.ts'
import { faultOf, range, Situation, START } from '../kit/services/situation.ts'

let situation: Situation
let site: LoopbackSite
beforeEach(async () => {
  situation = await new Situation().start()
  site = situation.site
})
afterEach(() => situation.stop())

const run: Situation['run'] = (...options) => situation.run(...options)
const lookAgain = () => situation.lookAgain()

describe('one bad article', () => {
  it.each<[string, Answer]>([
    ['answers 500', fails(500)],
    ['closes the connection', (request) => void request.socket.destroy()],
    ['is a challenge', page('<html><title>Just a moment...</title></html>')],
  ])('costs one article and heals: it %s', async (_, answer) => {
    const slugs = site.publish(range(4), START, 4)
    site.answerWith('noticia-n2', answer)
    const first = await run()
    expect(first.status).toBe('partial')
    expect(first.slugs).toEqual(slugs.filter((slug) => slug !== 'noticia-n2'))
    expect(faultOf(first.faults, 'noticia-n2')).toMatch(/network_error|anti_bot/)
    await run()
    const third = await run()
    expect(third).toMatchObject({ status: 'success', slugs: [] })
    site.answers.clear()
    const sent: string[] = []
    for (let runs = 0; runs < 4; runs += 1) sent.push(...(await run()).slugs)
    expect(sent).toEqual(['noticia-n2'])
  })

  it('hides no later news of a living listing, nor from the second look', async () => {
    const all: string[] = []
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) {
      site.articles.unshift({
        slug: `noticia-${name}`,
        title: `Programa ${name} abre inscrições`,
        day: '2026-03-10',
      })
      site.answerWith('noticia-c', fails(500))
      all.push(...(await run(name === 'e' ? { lookAgain: true } : {})).slugs)
    }
    expect(new Set(all)).toEqual(new Set(['a', 'b', 'd', 'e', 'f'].map((name) => `noticia-${name}`)))
  })

  it('does not end the run five times in a row over several runs', async () => {
    const slugs = site.publish(range(8), START, 8)
    for (const slug of slugs.slice(0, 5)) site.answerWith(slug, fails(500))
    expect(await run()).toMatchObject({ stopped: 'error', slugs: [] })
    situation.now = new Date(situation.now.getTime() + HOUR_MS)
    expect((await run()).slugs).toEqual(slugs.slice(5))
  })

  it('ends the run when five articles in a row fail, and not when four do', async () => {
    const slugs = site.publish(range(6), START, 6)
    for (const slug of slugs.slice(0, 4)) site.answerWith(slug, fails(500))
    expect(await run()).toMatchObject({ status: 'partial', slugs: slugs.slice(4) })
  })
})

describe('an article with an earlier date', () => {
  it('that stands below known ones is read with the next second look', async () => {
    const known = site.publish(range(8), START, 8)
    expect((await run()).slugs).toEqual(known)
    site.articles.splice(5, 0, {
      slug: 'noticia-tarde',
      title: 'Ata da reunião é divulgada',
      day: '2026-03-09',
    })
    expect((await lookAgain()).slugs).toContain('noticia-tarde')
  })
})

describe('the days that were asked for', () => {
  const publish = (name: string) =>
    site.articles.unshift({
      slug: `noticia-${name}`,
      title: `Programa ${name} abre inscrições`,
      day: '2026-03-10',
    })

  it.each([
    ['2026-03-09', []],
    ['2026-03-10', ['noticia-b']],
    ['2026-03-11', []],
  ])('are read alone: %s', async (day, slugs) => {
    publish('a')
    expect((await run()).slugs).toEqual(['noticia-a'])
    publish('b')
    expect((await run({ start: day, end: day })).slugs).toEqual(slugs)
  })
})

describe('an address that is no article', () => {
  const loop: Answer = (request, response) => void response.writeHead(302, { location: request.url }).end()
  it.each<[string, Answer, string]>([
    ['is refused with 403', fails(403), 'url_broken'],
    ['redirects in a circle', loop, 'url_broken'],
    [
      'is a PDF',
      (_, response) => void response.writeHead(200, { 'content-type': 'application/pdf' }).end('%PDF-1.7'),
      'not_a_page',
    ],
    [
      'has more than 5 MB',
      (_, response) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('x'.repeat(6_000_000)),
      'not_a_page',
    ],
  ])('is asked once, and is no failure of the site: it %s', async (_, answer, kind) => {
    site.publish(range(3), START, 3)
    site.answerWith('noticia-n2', answer)
    const first = await run()
    expect(first).toMatchObject({ status: 'partial', slugs: ['noticia-n1', 'noticia-n3'] })
    expect(faultOf(first.faults, 'noticia-n2')).toBe(kind)
    for (let runs = 0; runs < 3; runs += 1) {
      expect(await run()).toMatchObject({ status: 'success' })
      expect(site.countAsked('noticia-n2')).toBe(0)
    }
  })
})

describe('a page that is not the article', () => {
  it('is never stored, neither as a new article nor in place of stored ones, and heals', async () => {
    const slugs = site.publish(range(3), START, 3)
    expect((await run()).slugs).toEqual(slugs)
    const fresh = { slug: 'noticia-nova', title: 'Governo amplia bolsas de estudo', day: '2026-03-10' }
    site.articles.unshift(fresh)
    for (const slug of [...slugs, fresh.slug]) site.answerWith(slug, page(MAINTENANCE))
    const held = await lookAgain()
    expect(held.articles).toEqual([])
    const wrong = held.faults.filter(({ kind }) => kind === 'wrong_page').map(({ url }) => url)
    expect(wrong.toSorted()).toEqual(
      [...slugs, fresh.slug].map((slug) => `${site.listingUrl}/${slug}`).toSorted(),
    )
    for (const slug of [...slugs, fresh.slug]) expect(site.countAsked(slug)).toBe(1)
    site.answers.clear()
    const healed = await lookAgain()
    expect(healed.slugs).toContain('noticia-nova')
    expect(healed.articles.every(({ content }) => !content.includes('melhorias'))).toBe(true)
  })

  it('is recognised when one text answers for several addresses', async () => {
    const slugs = site.publish(range(4), START, 4)
    const shell = 'Este portal usa recursos que o seu navegador não oferece. '.repeat(6)
    for (const article of site.articles.slice(0, 3)) article.text = shell
    const first = await run()
    expect(first.slugs).toEqual([slugs[3]])
    for (const article of site.articles) delete article.text
    expect(new Set((await lookAgain()).slugs)).toEqual(new Set(slugs))
  })

  it('is no wrong page when two addresses have the same text', async () => {
    const slugs = site.publish(range(3), START, 3)
    for (const article of site.articles.slice(0, 2))
      article.text = 'A nota foi publicada em dois endereços. '.repeat(6)
    expect((await run()).slugs).toEqual(slugs)
  })

  it.each([
    ['cut', (html: string): Answer => page(html.slice(0, html.length / 2))],
    [
      'cut within its gzip stream',
      (html: string): Answer =>
        (_, response) => {
          const packed = gzipSync(html)
          response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
          response.end(packed.subarray(0, packed.length * 0.7))
        },
    ],
    [
      'shorter than its declared length',
      (html: string): Answer =>
        (request, response) => {
          response.writeHead(200, { 'content-type': 'text/html', 'content-length': String(html.length * 2) })
          response.write(html, () => request.socket.destroy())
        },
    ],
  ])('is not stored when it is %s', async (_, cut) => {
    const slugs = site.publish(range(3), START, 3)
    // Words that hardly repeat, so that a part of the packed page is a part of the text.
    const text = Array.from({ length: 400 }, (__, at) => `palavra${(at * 7_919) % 10_007}`).join(' ')
    const [first] = site.articles
    if (first) first.text = text
    site.answerWith(slugs[0] ?? '', cut(first ? site.pageOf(first) : ''))
    const broken = await run()
    expect(broken.slugs).toEqual(slugs.slice(1))
    expect(faultOf(broken.faults, slugs[0] ?? '')).toBe('network_error')
    site.answers.clear()
    expect((await run()).slugs).toEqual(slugs.slice(0, 1))
  })
})

describe('new texts of stored articles', () => {
  it('are held back when one loses four fifths of its text', async () => {
    const [first = ''] = site.publish(range(5), START, 5)
    await run()
    const [article] = site.articles
    if (article) article.text = 'Um resto do texto que havia aqui.'
    const held = await lookAgain()
    expect(held.slugs).not.toContain(first)
    expect(held.faults.map(({ kind }) => kind)).toContain('mass-replacement')
    if (article)
      article.text = `Uma correção. ${'O conteúdo corrigido trata das inscrições em todas as regiões. '.repeat(8)}`
    expect((await lookAgain()).slugs).toContain(first)
  })

  it.each([
    [3, true],
    [4, false],
  ])('of %i of ten articles at once are sent: %s', async (changed, isSent) => {
    const slugs = site.publish(range(10), START, 10)
    await run()
    for (const [at, article] of site.articles.slice(0, changed).entries())
      article.text = `O texto ${at} mudou por inteiro e fala de outro assunto. `.repeat(10)
    expect((await lookAgain()).slugs.includes(slugs[0] ?? '')).toBe(isSent)
  })
})

describe('articles without dates', () => {
  it('end a listing after five, once', async () => {
    site.publish(range(60), START, 60)
    site.hasDates = false
    const first = await run()
    expect(first).toMatchObject({ stopped: 'undated', articles: [] })
    expect(first.requests).toBeLessThan(10)
    expect(first.faults.map(({ kind }) => kind)).toContain('undated-articles')
    const second = await run()
    expect(second.articles).toEqual([])
    expect(second.requests).toBe(1)
    expect(second.faults.map(({ kind }) => kind)).toContain('undated-articles')
  })

  it('are sent when the site states dates again', async () => {
    const slugs = site.publish(range(12), START, 12)
    site.hasDates = false
    await run()
    site.hasDates = true
    const sent = [...(await lookAgain()).slugs, ...(await run()).slugs]
    expect(new Set(sent)).toEqual(new Set(slugs))
  })
})

describe('days of a listing', () => {
  it('that lie behind forty pages are all read', async () => {
    site.publish(range(5 * 200), START, 5)
    const reading = await run({ start: '2025-09-01', end: '2025-09-03' })
    expect(reading.articles).toHaveLength(15)
    expect(reading.stopped).toBe('too_old')
  })

  it.each([
    [
      'six old entries stand above them',
      (old: LoopbackSite['articles'], fresh: LoopbackSite['articles']) => [...old, ...fresh],
    ],
    [
      'the oldest stand first',
      (old: LoopbackSite['articles'], fresh: LoopbackSite['articles']) => [...old, ...fresh.toReversed()],
    ],
  ])('are read when %s', async (_, order) => {
    const slugs = site.publish(range(4), START, 4)
    const fresh = site.articles
    const old = range(6, 'velha').map((name) => ({
      slug: name,
      title: `Guia ${name} do cidadão`,
      day: '2025-01-10',
    }))
    site.articles = order(old, fresh)
    expect(new Set((await run()).slugs)).toEqual(new Set(slugs))
  })

  it.each([
    ['no run was made', false],
    ['the site did not answer', true],
  ])('of an outage are made up within two runs: %s', async (_, asks) => {
    site.publish(range(10, 'antes'), START, 2)
    await run({}, 9 * 24 * HOUR_MS)
    const missed = site.publish(range(36, 'falta'), situation.now, 4)
    site.articles.sort((a, b) => b.day.localeCompare(a.day))
    const later = situation.now
    const statuses: string[] = []
    site.answers.set('/mec/pt-br/assuntos/noticias', fails(503))
    situation.now = new Date(START.getTime() + 24 * HOUR_MS)
    for (let day = 0; day < (asks ? 8 : 0); day += 1) statuses.push((await run({}, 24 * HOUR_MS)).status)
    site.answers.clear()
    situation.now = later
    expect(new Set(statuses)).toEqual(new Set(asks ? ['error'] : []))
    const sent = [...(await run()).slugs, ...(await run()).slugs]
    expect(new Set(sent)).toEqual(new Set(missed))
  })
})

describe('an article that moved', () => {
  it.each(['noticia-n1-1', 'dnit-inicia-manutencao-da-br-101'])('to %s is read once', async (target) => {
    const [moved = ''] = site.publish(range(3), START, 3)
    const [article] = site.articles
    site.answerWith(
      moved,
      (_, response) => void response.writeHead(301, { location: site.pathOf(target) }).end(),
    )
    site.answerWith(target, page(article ? site.pageOf(article) : ''))
    const first = await run()
    expect(first.slugs).toEqual([target, 'noticia-n2', 'noticia-n3'])
    for (let runs = 0; runs < 2; runs += 1) {
      expect(await run()).toMatchObject({ status: 'success', articles: [] })
      expect(site.countAsked(moved)).toBe(0)
    }
  })

  it.each([
    ['to its new address', 'noticia-n1-1', ['noticia-n1-1', 'noticia-n2']],
    ['to itself', 'noticia-n1', ['noticia-n2']],
    ['to a page that sends on, too', 'noticia-n1-2', ['noticia-n2']],
  ])('by a page that sends its readers on is read once: %s', async (_, target, slugs) => {
    const [moved = ''] = site.publish(range(2), START, 2)
    const [article] = site.articles
    const sendsOn = (slug: string) =>
      page(
        `<html><head><meta http-equiv="Refresh" content="0; URL='${site.pathOf(slug)}'"></head><body>Aguarde…</body>`,
      )
    site.answerWith('noticia-n1-1', page(article ? site.pageOf(article) : ''))
    site.answerWith('noticia-n1-2', sendsOn('noticia-n1-1'))
    site.answerWith(moved, sendsOn(target))
    expect((await run()).slugs).toEqual(slugs)
    expect(site.countAsked(moved)).toBe(1)
  })
})

describe('a site that cannot be read', () => {
  it('is an error, and its articles come when it answers again', async () => {
    const slugs = site.publish(range(3), START, 3)
    site.answers.set('/mec/pt-br/assuntos/noticias', fails(500))
    expect(await run({}, HOUR_MS)).toMatchObject({ status: 'error', articles: [] })
    site.answers.clear()
    expect((await run()).slugs).toEqual(slugs)
  })
})

describe('a layout that is new', () => {
  it('of listing and articles loses no news, and is named', async () => {
    const before = site.publish(range(4), START, 4)
    await run()
    site.isRenamed = true
    const fresh = site.publish(range(3, 'nova'), START, 3)
    site.articles.reverse()
    const renamed = await run()
    expect(new Set(renamed.slugs)).toEqual(new Set(fresh))
    expect(renamed.articles.every(({ content }) => content.includes('trata das inscrições'))).toBe(true)
    expect(renamed.faults.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['new-structure', 'general-reading']),
    )
    expect(renamed.articles.map(({ publishedAt }) => new Date(publishedAt).toISOString())).toEqual(
      fresh.map(() => '2026-03-10T17:30:00.000Z'),
    )
    expect(new Set((await lookAgain()).slugs)).toEqual(new Set([...before, ...fresh]))
  })

  it('of a site of the kind feed is read by its text', async () => {
    const slugs = site.publish(range(3), START, 3)
    site.isRenamed = true
    const items = site.articles.map(
      ({ slug, title }) =>
        `<item><title>${title}</title><link>${site.listingUrl}/${slug}</link><pubDate>Tue, 10 Mar 2026 17:30:00 GMT</pubDate></item>`,
    )
    site.answers.set(
      '/feed',
      (_, response) =>
        void response
          .writeHead(200, { 'content-type': 'application/rss+xml' })
          .end(
            `<?xml version="1.0"?><rss version="2.0"><channel><title>Notícias</title>${items.join('')}</channel></rss>`,
          ),
    )
    const reading = await run({ kind: 'feed', listingUrls: [`${site.origin}/feed`] })
    expect(reading).toMatchObject({ status: 'success', slugs, detail: null, faults: [] })
    const again = await run({ kind: 'feed', listingUrls: [`${site.origin}/feed`] })
    expect(again).toMatchObject({ status: 'success', slugs: [], detail: 'entries of the window: 3 stored' })
    expect(reading.articles.map(({ publishedAt }) => new Date(publishedAt).toISOString())).toEqual(
      slugs.map(() => '2026-03-10T17:30:00.000Z'),
    )
    expect(reading.articles.every(({ content }) => content.includes('trata das inscrições'))).toBe(true)
  })
})
