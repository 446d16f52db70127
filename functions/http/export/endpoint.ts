import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const exportArticles = defineEndpoint({
  name: 'export',
  handler: 'http/export/handler',
  purpose: 'Exports of articles as CSV, workbooks, JSON lines and Parquet.',
  routes: ['ANY /export/{proxy+}'],
  streaming: true,
  timeoutSeconds: 240,
  memoryMb: 1024,
  concurrency: 'exportConcurrency',
  config: ['settings', 'database', 'index', 'embedding'],
})
