import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const widget = defineEndpoint({
  name: 'widget',
  handler: 'http/widget/handler',
  purpose: 'The script of the widget for other sites.',
  routes: ['GET /widget.js'],
  memoryMb: 256,
  concurrency: 5,
  config: ['publisher'],
  copyFiles: [{ from: 'functions/http/widget/generated', to: 'generated' }],
})
