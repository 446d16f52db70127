import type { NewsSite, SiteNews } from '@pauta/emulators/sites/site-types'
import type { SiteKind } from '@pauta/scraper/kinds/site-kind'
import { createAddressMemory } from './address-memory.ts'
import type { NewsMessage } from '@pauta/scraper/crawl/news-message'
import type { Progress, RunPorts } from '@pauta/scraper/crawl/ports'
import type { Site } from '@pauta/scraper/site/site'

export const USER_AGENT = 'Pauta/1.0 (+https://pauta.example/robo; contato@pauta.example)'
export const SITE_HOSTS: ReadonlySet<string> = new Set([
  'www.gov.br',
  'agenciabrasil.ebc.com.br',
  'tvbrasil.ebc.com.br',
])

/** The emulated site of an agency, with its address on the real site. */
export function aSite(key: string, changes: Partial<NewsSite> = {}): NewsSite {
  const kind = changes.kind ?? 'plone-html'
  const listingUrl = {
    'plone-html': `https://www.gov.br/${key}/pt-br/assuntos/noticias`,
    'plone6-api': `https://www.gov.br/${key}/pt-br/assuntos/noticias`,
    agenciabrasil: 'https://agenciabrasil.ebc.com.br/ultimas',
    tvbrasil: 'https://tvbrasil.ebc.com.br/ultimas',
    feed: `https://noticias.${key}.gov.br/rss.xml`,
    wordpress: `https://blog.${key}.gov.br/wp-json/wp/v2/posts`,
  }[kind]
  return { key, kind, listingUrl, ...changes }
}

/** The site in the form in which the scraper gets it. */
export const toScraperSite = ({ key, kind, listingUrl }: NewsSite): Site => ({
  key,
  kind: kind satisfies SiteKind,
  listingUrls: [listingUrl],
})

/** An article of an emulated site. Listings give minutes, so seconds are zero. */
export function someNews(name: string, publishedAt: Date, changes: Partial<SiteNews> = {}): SiteNews {
  return {
    slug: `noticia-${name}`,
    title: `Programa ${name} abre inscrições`,
    subtitle: `O prazo do programa ${name} vai até o fim do mês`,
    kicker: 'INSCRIÇÕES',
    paragraphs: [
      `O programa ${name} recebe inscrições a partir desta semana em todas as regiões do país.`,
      'As aulas são gratuitas e começam no mês seguinte, em turmas da manhã e da noite.',
    ],
    category: 'Educação',
    tags: ['cursos', `programa ${name}`],
    publishedAt,
    updatedAt: null,
    hasImage: true,
    ...changes,
  }
}

/** The stores of a run, in memory: the messages of the queue, and progress as JSON. */
export class FakeStores {
  readonly sent: NewsMessage[] = []
  readonly #progress = new Map<string, string>()
  readonly #addresses = createAddressMemory()

  ports(fetcher: RunPorts['fetcher'], now: () => Date): RunPorts {
    return {
      fetcher,
      now,
      addresses: this.#addresses,
      findKnown: async (agency) =>
        new Map(
          this.sent
            .filter(({ agencyKey }) => agencyKey === agency)
            .map(({ url, uniqueId }) => [url, uniqueId]),
        ),
      emit: async (message) => void this.sent.push(message),
      loadProgress: async (agency) => {
        const text = this.#progress.get(agency)
        return text === undefined ? null : (JSON.parse(text) as Progress)
      },
      saveProgress: async (agency, progress) => {
        if (progress === null) this.#progress.delete(agency)
        else this.#progress.set(agency, JSON.stringify(progress))
      },
    }
  }
}
