import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const pages = defineEndpoint({
  name: 'pages',
  handler: 'http/pages/handler',
  purpose:
    'Pages of releases, articles and the publisher, which work without scripts, and what search engines read.',
  routes: [
    'GET /edicoes/{proxy+}',
    'GET /artigos/{proxy+}',
    'GET /robots.txt',
    'GET /sitemap.xml',
    'GET /licenca',
    'GET /privacidade',
    'GET /acessibilidade',
    'GET /contato',
  ],
  memoryMb: 1024,
  concurrency: 'pageConcurrency',
  config: ['settings', 'database', 'index', 'delivery', 'publisher'],
})
