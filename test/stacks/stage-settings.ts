import { STAGE_SETTINGS } from '../../stacks/stages/settings.ts'
import type { StageSettings } from '../../stacks/stages/stage-settings.ts'
import { makeSettings } from '../../stacks/stages/sizes.ts'
import type { SynthOptions } from './synth.ts'

/*
 * The stages that the tests expect something of. They are frozen here: the values in stacks/stages/ are an operator's own,
 * and meet `checkSettings` and the rules alone.
 */

const EMBEDDING = { kind: 'http', url: 'https://embed.example/v1', model: 'm-768' } as const

export const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n'

const SECRETS = {
  SearchIndexKey: 'key-of-the-index',
  SearchCertificate: CERTIFICATE,
  SearchCertificateKey: '-----BEGIN PRIVATE KEY-----\nkey-of-the-certificate\n-----END PRIVATE KEY-----\n',
  LinkSigningSecret: 'secret-of-the-links',
}

/** What previews get by `--fallback`. Their key of the index is that of staging. */
const FALLBACKS = {
  ...SECRETS,
  SearchIndexKey: 'preview-key-of-the-index',
  LinkSigningSecret: 'preview-secret-of-the-links',
}

/** A profile of several regions, which needs more rights than a model of one. */
const BEDROCK_MODEL = 'us.anthropic.claude-haiku-4-5-20251001-v1:0'

/** Every optional setting, chosen. */
export const CHOSEN = {
  domain: { kind: 'route53', name: 'api.exemplo.org', zoneId: 'Z0123456789ABC' },
  corsOrigins: ['https://portal.example', 'https://outro.example'],
  region: 'sa-east-1',
  portalAddresses: ['203.0.113.7/32'],
  search: {
    kind: 'external',
    nodes: ['https://cluster-1.typesense.example:443', 'https://cluster-2.typesense.example:443'],
  },
  serviceIdentity: {
    issuer: 'https://issuer.example',
    audience: 'pauta',
    jwksUri: 'https://issuer.example/jwks',
    allowlist: ['worker@pauta.example', 'subject-2'],
  },
  userIdentity: {
    issuer: 'https://users.example',
    audiences: ['portal-client', 'mobile-client'],
    jwksUri: 'https://users.example/.well-known/jwks.json',
    userinfoUrl: 'https://users.example/oauth2/userInfo',
  },
  languageModel: { kind: 'bedrock', model: BEDROCK_MODEL, region: '' },
  dataset: {
    hubUrl: 'https://hub.example',
    viewerUrl: 'https://viewer.example',
    dataset: 'casa/noticias',
    reducedDataset: 'casa/noticias-reduzido',
  },
  alarmEmail: 'plantao@exemplo.org',
  scraper: { kind: 'url', url: 'https://scraper.example' },
} as const satisfies Partial<StageSettings>

export const CHOSEN_EMAIL = { kind: 'ses', fromName: 'Pauta', fromAddress: 'pauta@exemplo.org' } as const

export const SMTP = {
  kind: 'smtp',
  fromName: 'Pauta',
  fromAddress: 'pauta@exemplo.org',
  host: 'smtp.exemplo.org',
  port: 587,
  tls: 'starttls',
  user: 'pauta',
} as const satisfies StageSettings['delivery']['email']

/** A name whose DNS records are not in Route 53. */
export const ELSEWHERE = {
  kind: 'elsewhere',
  name: 'api-teste.exemplo.org',
  certificateArn: 'arn:aws:acm:us-east-2:123456789012:certificate/0f3c',
} as const satisfies StageSettings['domain']

/** A name of the site whose DNS records are not in Route 53. Its certificate is one of us-east-1. */
export const SITE_ELSEWHERE = {
  kind: 'elsewhere',
  name: 'noticias-teste.exemplo.org',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/1a4d',
} as const satisfies StageSettings['domain']

const production = makeSettings({ size: 'standard', schedules: true, embedding: EMBEDDING })

/** Staging with a machine of another version, image and family, and with more workers of two queues. */
const staging = makeSettings({
  size: 'small',
  embedding: { kind: 'hashing' },
  domain: ELSEWHERE,
  site: { domain: SITE_ELSEWHERE },
  database: { instance: 't4g.medium', maxConnections: 450 },
  delivery: { email: SMTP },
  graphqlConcurrency: 3,
  liveConcurrency: 1,
  feedConcurrency: 1,
  mcpConcurrency: 1,
  pageConcurrency: 1,
  exportConcurrency: 1,
  releaseConcurrency: 4,
  mailConcurrency: 3,
  search: {
    kind: 'single',
    version: '30.2',
    instanceType: 'r7g.large',
    volumeGb: 60,
    image: 'ami-0123456789abcdef0',
  },
})

export const EXAMPLES = {
  production,
  staging,
  preview: {
    ...staging,
    embedding: EMBEDDING,
    domain: { kind: 'none' },
    site: { ...staging.site, enabled: false, domain: { kind: 'none' } },
    graphqlConcurrency: 2,
    mcpConcurrency: 1,
    streamConcurrency: 2,
    liveConcurrency: 1,
    feedConcurrency: 1,
    pageConcurrency: 1,
    exportConcurrency: 1,
    releaseConcurrency: 2,
    mailConcurrency: 2,
  },
  chosen: makeSettings({
    ...CHOSEN,
    size: 'standard',
    schedules: true,
    embedding: EMBEDDING,
    // Set after a restore, for one deployment.
    database: { kind: 'multi-az', adopt: 'pauta-production-restored' },
    delivery: { email: CHOSEN_EMAIL },
    site: {
      domain: { kind: 'route53', name: 'noticias.exemplo.org', zoneId: 'Z0123456789ABC' },
      clientId: 'portal-client',
      operatorClientId: 'operators',
      docsUrl: 'https://docs.example/pauta',
      loginOrigins: ['https://tokens.example'],
    },
  }),
  small: makeSettings({ size: 'small', schedules: true, embedding: { kind: 'hashing' } }),
} satisfies Record<string, StageSettings>

/** The stages of the checks. Each takes seconds to evaluate, so the optional settings are spread over them. */
export const STAGES_TO_SYNTHESISE = {
  production: { stage: 'production', secrets: SECRETS, settings: EXAMPLES.production },
  staging: {
    stage: 'staging',
    // A token that every stage may have as a fallback has no effect by itself.
    secrets: { ...SECRETS, DatasetToken: 'hf_secret', EmailPassword: 'secret-of-the-mail' },
    settings: EXAMPLES.staging,
  },
  preview: { stage: 'pr-7', secrets: FALLBACKS, settings: EXAMPLES.preview },
  chosen: {
    stage: 'production',
    secrets: { ...SECRETS, DatasetToken: 'hf_secret' },
    settings: EXAMPLES.chosen,
  },
  small: { stage: 'production', secrets: SECRETS, settings: EXAMPLES.small },
} as const satisfies Record<string, SynthOptions>

/** An example leaves the embedder to whoever deploys; here it is chosen, so that the rest can be evaluated. */
const decide = (settings: StageSettings): StageSettings =>
  settings.embedding.kind === 'unset' ? { ...settings, embedding: { kind: 'hashing' } } : settings

/** The operator's own stages. */
export const OWN_STAGES = [
  { stage: 'production', secrets: SECRETS, settings: decide(STAGE_SETTINGS.production) },
  { stage: 'staging', secrets: SECRETS, settings: decide(STAGE_SETTINGS.staging) },
  { stage: 'pr-7', secrets: FALLBACKS, settings: decide(STAGE_SETTINGS.preview) },
] as const satisfies SynthOptions[]
