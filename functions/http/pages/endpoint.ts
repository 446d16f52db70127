import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const pages = defineEndpoint({
  name: 'pages',
  handler: 'http/pages/handler',
  purpose: 'Pages of releases and articles, which work without scripts, and what search engines read.',
  routes: ['GET /edicoes/{proxy+}', 'GET /artigos/{proxy+}', 'GET /robots.txt', 'GET /sitemap.xml'],
  memoryMb: 1024,
  concurrency: 'pageConcurrency',
  config: ['settings', 'database', 'index', 'delivery'],
})
