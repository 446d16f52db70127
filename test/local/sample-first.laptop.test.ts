import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startLocalSites, type LocalSites } from '@pauta/local/local-sites'
import { listSiteNews } from '@pauta/local/site-news'
import { listNewsSites } from '@pauta/local/stack'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepDueScrape } from '../kit/workers/due-scrape.ts'
import { eventually } from '../kit/runner/eventually.ts'
import { startTestStack } from '../kit/stack/stack.ts'

/** The broadcaster is read every ten seconds, and the sites take more than half a minute. */
const POLLS = { interval: 500 }

let folder: string
let sites: LocalSites
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pauta-sample-first-'))
  sites = await startLocalSites({ port: 0, sites: listNewsSites(), listNews: listSiteNews })
})
afterEach(async () => {
  await sites.stop()
  await rm(folder, { recursive: true, force: true })
})

interface FoundNews {
  search: {
    articles: { agency: string; title: string; url: string; image: string | null; publishedAt: string }[]
  }
}

it('a start reads no site before the stack is prepared, and then the news of the sites can be found', async () => {
  await keepDueScrape(folder)
  let visitsBefore = 0
  const stack = await startTestStack({
    dataDir: folder,
    schedules: true,
    sites: sites.resource,
    prepare: async () => {
      // A schedule that is not paused fires within milliseconds.
      await delay(1000)
      visitsBefore = sites.visits.length
    },
  })
  try {
    expect(visitsBefore).toBe(0)
    // An article older than any slow start, on the first page of its site. The scraper reads it in its first
    // minute.
    const key = 'agencia_brasil'
    const news = listSiteNews(key, new Date()).at(1) ?? listSiteNews(key, new Date()).at(0)
    if (news === undefined) throw new Error(`${key} has published nothing in three hours`)
    const words = JSON.stringify(`"${news.title}"`)
    const month = new Date(news.publishedAt.getTime() - 3 * 3_600_000).toISOString().slice(0, 7)
    await eventually(async () => {
      const { search } = await stack.query<FoundNews>(
        `{ search(query: ${words}, limit: 20) { articles { agency title url image publishedAt } } }`,
      )
      expect(search.articles).toContainEqual({
        agency: key,
        title: news.title,
        url: `https://agenciabrasil.ebc.com.br/geral/noticia/${month}/${news.slug}`,
        image: news.hasImage ? `https://imagens.ebc.com.br/fotos/${news.slug}.png` : null,
        publishedAt: news.publishedAt.toISOString().replace('.000Z', '+00:00'),
      })
    }, POLLS)
  } finally {
    await stack.stop()
  }
})
