import { settingsOf, STAGE_SETTINGS, type StageSettings } from '../../stacks/settings.ts'
import type { Graph, Stages } from './graph.ts'
import type { SynthOptions } from './synth.ts'

/** Settings that every stage must choose. */
const DECIDED: Partial<StageSettings> = {
  embedding: { kind: 'http', url: 'https://embed.example/v1', model: 'm-768' },
}

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
export const BEDROCK_MODEL = 'us.anthropic.claude-haiku-4-5-20251001-v1:0'

export const CHOSEN = {
  ...DECIDED,
  domain: { kind: 'route53', name: 'api.exemplo.org', zoneId: 'Z0123456789ABC' },
  corsOrigins: ['https://portal.example', 'https://outro.example'],
  region: 'sa-east-1',
  portalAddresses: ['203.0.113.7/32'],
  // Set after a restore, for one deployment.
  database: {
    ...STAGE_SETTINGS.production.database,
    kind: 'multi-az',
    adopt: 'pauta-production-restored',
  },
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
  delivery: {
    ...STAGE_SETTINGS.production.delivery,
    email: { kind: 'ses', fromName: 'Pauta', fromAddress: 'pauta@exemplo.org' },
  },
  languageModel: { kind: 'bedrock', model: BEDROCK_MODEL, region: '' },
  dataset: {
    hubUrl: 'https://hub.example',
    viewerUrl: 'https://viewer.example',
    dataset: 'casa/noticias',
    reducedDataset: 'casa/noticias-reduzido',
  },
  alarmEmail: 'plantao@exemplo.org',
  site: {
    enabled: true,
    domain: { kind: 'route53', name: 'noticias.exemplo.org', zoneId: 'Z0123456789ABC' },
    clientId: 'portal-client',
    operatorClientId: 'operators',
    loginOrigins: ['https://tokens.example'],
  },
  scraper: { kind: 'url', url: 'https://scraper.example' },
} as const satisfies Partial<StageSettings>

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

/** Production where one machine of each kind is not enough. */
const LARGE = {
  ...DECIDED,
  releaseConcurrency: 20,
  mailConcurrency: 8,
  search: {
    kind: 'single',
    version: '30.2',
    instanceType: 'r7g.large',
    volumeGb: 60,
    image: 'ami-0123456789abcdef0',
  },
} as const satisfies Partial<StageSettings>

/** The stages of the checks. Each takes seconds to evaluate, so the optional settings are spread over them. */
export const STAGES_TO_SYNTHESISE = {
  production: { stage: 'production', secrets: SECRETS, settings: DECIDED },
  staging: {
    stage: 'staging',
    // A token that every stage may have as a fallback has no effect by itself.
    secrets: { ...SECRETS, DatasetToken: 'hf_secret', EmailPassword: 'secret-of-the-mail' },
    settings: {
      ...DECIDED,
      domain: ELSEWHERE,
      site: { ...STAGE_SETTINGS.staging.site, domain: SITE_ELSEWHERE },
      embedding: { kind: 'hashing' },
      delivery: { ...STAGE_SETTINGS.staging.delivery, email: SMTP },
    },
  },
  preview: { stage: 'pr-7', secrets: FALLBACKS, settings: DECIDED },
  large: { stage: 'production', secrets: SECRETS, settings: LARGE },
  chosen: { stage: 'production', secrets: { ...SECRETS, DatasetToken: 'hf_secret' }, settings: CHOSEN },
} as const satisfies Record<string, SynthOptions>

/** Each stage with all its settings. */
export const listSettings = (stages: Stages): [Graph, StageSettings][] =>
  Object.entries(STAGES_TO_SYNTHESISE).map(([name, { stage, settings }]) => [
    stages[name as keyof typeof STAGES_TO_SYNTHESISE],
    { ...settingsOf(stage), ...settings },
  ])
