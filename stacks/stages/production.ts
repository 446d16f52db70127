import { makeSettings } from './sizes.ts'

/**
 * The values of the stage `production`. docs/first-deployment.md names those that have no default; settings.ts explains
 * each, and sizes.ts has the values of a size, any of which may stand here instead.
 */
export const production = makeSettings({
  size: 'standard',
  region: 'us-east-2',
  embedding: { kind: 'unset' },
  schedules: true,
  userIdentity: { issuer: '', audiences: [], jwksUri: '', userinfoUrl: '' },
  serviceIdentity: { issuer: '', audience: '', jwksUri: '', allowlist: [] },
  site: { enabled: true, clientId: '', operatorClientId: '' },
  delivery: { email: { kind: 'off' } },
  portalUrl: '',
  corsOrigins: [],
  alarmEmail: '',
})
