import { parseSection, RESOURCE_OF_SECTION, type ConfigSection } from '@pauta/platform/config/config'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { makeMachineEnvironment } from './environment.ts'
import type { MachineSections } from './settings.ts'

const KEYS = ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']
const text = 'x'.repeat(16)
const OIDC = { issuer: 'https://login.example', jwksUri: 'https://login.example/keys' }
const CHANNELS = { email: 1, telegram: 2, push: 3, webhook: 4, slack: 5 }

/** Sections that all differ from their defaults. */
const SECTIONS = Object.fromEntries(
  Object.entries({
    settings: { stage: 'machine', siteUrl: 'https://a.example', corsOrigins: 'https://b.example' },
    database: { host: 'h', port: 1, username: 'u', password: 'p', database: 'd', tls: 'off' },
    index: { url: 'http://i.example', key: 'k' },
    storage: { name: 'objects', folder: '/objects' },
    scrapeService: { contact: 'c' },
    datasetHost: { dataset: 'a/b', reducedDataset: 'a/c', token: 'hf_t' },
    embedding: { kind: 'hashing' },
    languageModel: { kind: 'bedrock', model: 'm' },
    delivery: { apiUrl: 'https://a.example', ratePerSecond: CHANNELS },
    email: { kind: 'off' },
    telegram: { token: 't', botName: 'b', updatesSecret: 's' },
    push: { publicKey: 'p', privateKey: 'q', subject: 's' },
    linkSigning: { secret: text },
    userIdentity: { ...OIDC, audiences: 'pauta' },
    serviceIdentity: { ...OIDC, audience: 'ops', allowlist: 'a@example.org' },
    outbound: { allowedOrigins: 'https://c.example' },
    publisher: { name: 'Órgão' },
  }).map(([name, value]) => [name, parseSection(name as ConfigSection, value, name)]),
) as unknown as MachineSections

const make = () =>
  makeMachineEnvironment(SECTIONS, {
    queuesUrl: 'http://127.0.0.1:1',
    queueUrl: (name) => `http://127.0.0.1:1/${name}`,
    schedulerUrl: 'http://127.0.0.1:2',
  })

describe('the environment of a machine', () => {
  afterEach(() => vi.unstubAllEnvs())

  it('has every section of the functions, as the operator set it', () => {
    const environment = make()
    const read = (section: ConfigSection) =>
      parseSection(
        section,
        JSON.parse(environment[`SST_RESOURCE_${RESOURCE_OF_SECTION[section]}`] ?? 'null'),
        section,
      )
    for (const section of Object.keys(RESOURCE_OF_SECTION) as ConfigSection[])
      expect(() => read(section)).not.toThrow()
    const { settings, ...others } = SECTIONS
    for (const [section, value] of Object.entries(others))
      expect(read(section as ConfigSection)).toEqual(value)
    expect(read('settings')).toEqual({
      ...settings,
      corsOrigins: ['https://a.example', 'https://b.example'],
    })
    expect(read('scheduler')).toEqual({
      group: 'pauta-clippings',
      roleArn: 'arn:aws:iam::000000000000:role/scheduler',
      queueArn: 'arn:aws:sqs:us-east-2:000000000000:release',
    })
    expect(read('newsIngestQueue')).toEqual({ url: 'http://127.0.0.1:1/news-ingest' })
    expect(read('deadLetters')).toMatchObject({
      queues: { embed: { url: 'http://127.0.0.1:1/embed', deadLetterUrl: 'http://127.0.0.1:1/embed-dlq' } },
    })
    expect(read('jobQueues')).toMatchObject({ urls: { purge: 'http://127.0.0.1:1/job-purge' } })
    expect([read('scraper'), read('agentWorker')]).toEqual([
      { url: '', token: '' },
      { url: '', token: '' },
    ])
    expect(JSON.parse(environment['SST_RESOURCE_App'] ?? '')).toEqual({ name: 'pauta', stage: 'machine' })
  })

  it('reaches the parts of the process, with keys of the operator where there are some', () => {
    for (const name of KEYS) vi.stubEnv(name, undefined)
    expect(make()).toMatchObject({
      AWS_REGION: 'us-east-2',
      AWS_ACCESS_KEY_ID: 'machine',
      AWS_SECRET_ACCESS_KEY: 'machine',
      AWS_ENDPOINT_URL_SQS: 'http://127.0.0.1:1',
      AWS_ENDPOINT_URL_SCHEDULER: 'http://127.0.0.1:2',
      POWERTOOLS_METRICS_DISABLED: 'true',
    })
    for (const name of KEYS) vi.stubEnv(name, `own ${name}`)
    expect(KEYS.map((name) => make()[name])).toEqual(KEYS.map((name) => `own ${name}`))
  })
})
