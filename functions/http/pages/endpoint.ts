import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const pages = defineEndpoint({
  name: 'pages',
  handler: 'http/pages/handler',
  purpose:
    'Pages of releases, articles and the publisher, which work without scripts, pages of the observatory as search engines and previews of links read them, robots.txt and the sitemaps.',
  routes: [
    'GET /edicoes/{proxy+}',
    'GET /artigos/{proxy+}',
    'GET /robots.txt',
    'GET /sitemap.xml',
    'GET /sitemaps/{proxy+}',
    'GET /licenca',
    'GET /privacidade',
    'GET /acessibilidade',
    'GET /contato',
    'GET /noticias/{proxy+}',
    'GET /orgaos/{proxy+}',
    'GET /temas/{proxy+}',
    'GET /entidades/{proxy+}',
    'GET /recortes/{proxy+}',
  ],
  isOnSite: true,
  memoryMb: 1024,
  concurrency: 'pageConcurrency',
  config: ['settings', 'database', 'index', 'delivery', 'publisher'],
})
