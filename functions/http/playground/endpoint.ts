import { defineEndpoint, GATEWAY_TIMEOUT_SECONDS } from '@pauta/platform/endpoints/define-endpoint'

export const playground = defineEndpoint({
  name: 'playground',
  handler: 'http/playground/handler',
  purpose: 'The playground, one page that loads nothing from other sites.',
  routes: ['GET /playground'],
  timeoutSeconds: GATEWAY_TIMEOUT_SECONDS,
  memoryMb: 512,
  config: [],
  copyFiles: [{ from: 'functions/http/playground/generated', to: 'generated' }],
})
