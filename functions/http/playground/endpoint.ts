import { defineEndpoint } from '@pauta/platform/endpoints/define-endpoint'

export const playground = defineEndpoint({
  name: 'playground',
  handler: 'http/playground/handler',
  purpose: 'The playground, one page that loads nothing from other sites.',
  routes: ['GET /playground'],
  memoryMb: 512,
  concurrency: 5,
  config: [],
  copyFiles: [{ from: 'functions/http/playground/generated', to: 'generated' }],
})
