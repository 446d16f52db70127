import { createECDH } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { listVariableNames } from '@pauta/platform/config/config'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createEnvironmentFile, writeEnvironmentText } from './environment-file.ts'
import { KEYS_UNKNOWN, readMachineSettings } from './settings.ts'
import { MACHINE_VARIABLES } from './variables.ts'

const EMAIL = {
  kind: 'smtp',
  fromName: 'Pauta',
  fromAddress: 'pauta@exemplo.gov.br',
  host: 'smtp.exemplo.gov.br',
  port: 587,
}
/** Keys of browser notifications. The private one is a number that is the same in each run. */
function push(changes: object) {
  const pair = createECDH('prime256v1')
  pair.setPrivateKey(Buffer.alloc(32, 1))
  const keys = { publicKey: pair.getPublicKey('base64url'), privateKey: pair.getPrivateKey('base64url') }
  return { SST_RESOURCE_Push: JSON.stringify({ ...keys, subject: 'mailto:a@exemplo.gov.br', ...changes }) }
}
/** What a person adds to a new file. */
const OWN = {
  PAUTA_URL: 'https://pauta.exemplo.gov.br',
  PAUTA_OPERATOR_MAIL: 'operacao@exemplo.gov.br',
  SST_RESOURCE_Email: JSON.stringify(EMAIL),
  SST_RESOURCE_UserIdentity: '{"issuer":"https://login.exemplo.gov.br","audiences":"pauta"}',
  SST_RESOURCE_ServiceIdentity:
    '{"issuer":"https://login.exemplo.gov.br","audience":"operadores","allowlist":"a@exemplo.gov.br"}',
}

/** Sets the variables of a new file, what a person adds, and changes. */
function setEnvironment(changes: Record<string, string>, isCompose = false): void {
  for (const { name } of MACHINE_VARIABLES) vi.stubEnv(name, undefined)
  // A run of tests may have variables of its own, of which a machine would be warned.
  for (const name of listVariableNames()) if (name.startsWith('PAUTA_')) vi.stubEnv(name, undefined)
  const variables = { ...parseEnv(writeEnvironmentText(isCompose)), ...OWN, ...changes }
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value)
}

function listProblems(changes: Record<string, string>): string[] {
  setEnvironment(changes)
  try {
    readMachineSettings('1')
    return []
  } catch (error) {
    return (error as Error).message.split('\n- ').slice(1)
  }
}

afterEach(() => vi.unstubAllEnvs())

describe('a new environment file', () => {
  it.each([
    ['a machine', false, '127.0.0.1', '/var/lib/pauta/objects'],
    ['Compose', true, 'postgres', '/data/objects'],
  ])('is complete for %s with what a person adds', (_, isCompose, host, folder) => {
    setEnvironment({}, isCompose)
    const { sections, proxies } = readMachineSettings('1')
    expect(sections.database).toMatchObject({ host, tls: 'off' })
    expect(sections.storage).toEqual({ name: 'objects', folder })
    expect(sections.userIdentity).toMatchObject({ audiences: ['pauta'], jwksUri: KEYS_UNKNOWN })
    expect(sections.delivery).toMatchObject({ apiUrl: OWN.PAUTA_URL, ratePerSecond: { email: 10 } })
    expect(sections.scrapeService.contact).toBe(OWN.PAUTA_URL)
    expect(proxies.check('172.30.77.2')).toBe(isCompose)
  })

  it('shows as examples what holds without them', () => {
    setEnvironment({})
    const { host, port, requestsPerMinute, metrics } = readMachineSettings('1')
    const examples = new Map(MACHINE_VARIABLES.map(({ name, example }) => [name, example]))
    expect(examples.get('PAUTA_HOST')).toBe(host)
    expect(examples.get('PAUTA_PORT')).toBe(String(port))
    expect(examples.get('PAUTA_REQUESTS_PER_MINUTE')).toBe(String(requestsPerMinute))
    expect(examples.get('PAUTA_METRICS')).toBe(`${metrics.host}:${metrics.port}`)
  })

  it('has other keys each time, which its servers share', () => {
    const [one, other] = [parseEnv(writeEnvironmentText(true)), parseEnv(writeEnvironmentText(true))]
    expect(one['POSTGRES_PASSWORD']).not.toBe(other['POSTGRES_PASSWORD'])
    expect(one['SST_RESOURCE_Database']).toContain(`"${one['POSTGRES_PASSWORD']}"`)
    expect(one['SST_RESOURCE_SearchIndex']).toContain(`"${one['TYPESENSE_API_KEY']}"`)
  })

  it('explains every variable, in a form that systemd, Compose and shells read alike', () => {
    const text = writeEnvironmentText(false)
    for (const { name } of MACHINE_VARIABLES)
      expect(text).toMatch(new RegExp(`\\n# .+\\n(# )?${name}='[^']*'\\n`))
    expect(text).not.toContain('undefined')
  })

  it('has a pair of keys of browser notifications, which belong together', () => {
    const { SST_RESOURCE_Push: push = '' } = parseEnv(writeEnvironmentText(false))
    const { publicKey, privateKey, subject } = JSON.parse(push) as Record<string, string>
    const pair = createECDH('prime256v1')
    pair.setPrivateKey(privateKey ?? '', 'base64url')
    expect(pair.getPublicKey('base64url', 'uncompressed')).toBe(publicKey)
    expect(subject).toMatch(/^mailto:/)
  })

  it('has examples with every field that a person sets', () => {
    const fields = MACHINE_VARIABLES.filter(({ name }) => name.startsWith('SST_RESOURCE_')).map(
      ({ name, example }) =>
        `${name.slice('SST_RESOURCE_'.length)}: ${Object.keys(JSON.parse(example) as object).join(' ')}`,
    )
    expect(fields).toEqual([
      'Database: host port username password database tls',
      'SearchIndex: url key',
      'Email: kind fromName fromAddress host port tls user password',
      'UserIdentity: issuer audiences',
      'ServiceIdentity: issuer audience allowlist',
      'LinkSigning: secret previous',
      'Storage: name',
      'Push: publicKey privateKey subject',
      'Telegram: token botName updatesSecret',
      'EmbeddingService: kind protocol url model queryPrefix passagePrefix',
      'LanguageModel: kind url model token monthlyTokens',
      'DatasetHost: dataset reducedDataset token',
      'Settings: portalUrl corsOrigins logLevel',
      'Publisher: name contact privacyContact markUrl colour darkColour dataLicence',
      'Delivery: ratePerSecond',
      'ScrapeService: contact delayMilliseconds allowedOrigins',
      'Outbound: allowedOrigins',
    ])
  })

  it('has in each value that it makes the fields of the example', () => {
    const made = parseEnv(writeEnvironmentText(true))
    const fieldsOf = (text: string) => Object.keys(JSON.parse(text) as object)
    const names = MACHINE_VARIABLES.filter(({ name, make }) => name.startsWith('SST_RESOURCE_') && make)
    expect(names).toHaveLength(4)
    for (const { name, example } of names)
      expect([name, ...fieldsOf(made[name] ?? '')]).toEqual([name, ...fieldsOf(example)])
  })

  it('has lines that a terminal shows whole', () => {
    const comments = writeEnvironmentText(true)
      .split('\n')
      .filter((line) => line.startsWith('# '))
    const words = comments.filter((line) => !/^# \w+='/.test(line))
    expect(Math.max(...words.map(({ length }) => length))).toBe(110)
  })

  it('is readable for its owner alone, and replaces no other', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'environment-file-'))
    const file = join(folder, 'pauta.env')
    await createEnvironmentFile(file, false)
    const text = await readFile(file, 'utf8')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    await expect(createEnvironmentFile(file, false)).rejects.toThrow('EEXIST')
    expect(await readFile(file, 'utf8')).toBe(text)
    await rm(folder, { recursive: true })
  })
})

describe('readMachineSettings', () => {
  const identity = (
    variable: 'SST_RESOURCE_UserIdentity' | 'SST_RESOURCE_ServiceIdentity',
    changes: object,
  ) => ({
    [variable]: JSON.stringify({ ...(JSON.parse(OWN[variable]) as object), ...changes }),
  })
  const email = (changes: object) => ({ SST_RESOURCE_Email: JSON.stringify({ ...EMAIL, ...changes }) })
  const database = (changes: object) => ({
    SST_RESOURCE_Database: JSON.stringify({
      host: 'localhost',
      port: 5432,
      username: 'u',
      password: 'p9',
      database: 'd',
      tls: 'off',
      ...changes,
    }),
  })

  it('needs what no machine can do without', () => {
    const required = MACHINE_VARIABLES.filter(({ isRequired }) => isRequired).map(({ name }) => name)
    expect(required).toEqual([
      'PAUTA_URL',
      'PAUTA_OPERATOR_MAIL',
      'PAUTA_DATA',
      ...['Database', 'SearchIndex', 'Email', 'UserIdentity', 'ServiceIdentity', 'LinkSigning'].map(
        (section) => `SST_RESOURCE_${section}`,
      ),
    ])
  })

  const REFUSED: [changes: Record<string, string>, problem: string][] = [
    ...MACHINE_VARIABLES.filter(({ isRequired }) => isRequired).map(
      ({ name }): [Record<string, string>, string] => [{ [name]: '' }, `${name} is missing. `],
    ),
    [{ PAUTA_URL: 'http://pauta.exemplo.gov.br' }, 'PAUTA_URL http://pauta.exemplo.gov.br is not https'],
    [{ PAUTA_URL: 'https://exemplo.gov.br/pauta' }, 'PAUTA_URL https://exemplo.gov.br/pauta is not https'],
    [{ PAUTA_URL: 'https://exemplo.gov.br/?a' }, 'PAUTA_URL https://exemplo.gov.br/?a is not https'],
    [{ PAUTA_URL: 'ftp://localhost' }, 'PAUTA_URL ftp://localhost is not https'],
    [{ PAUTA_URL: 'x' }, 'PAUTA_URL x is not https'],
    [
      push({ privateKey: Buffer.alloc(32, 2).toString('base64url') }),
      'SST_RESOURCE_Push has two keys that are not one pair',
    ],
    [push({ privateKey: 'KEY' }), 'SST_RESOURCE_Push has two keys that are not one pair'],
    [{ PAUTA_DATA: 'data' }, 'PAUTA_DATA data is no absolute path'],
    [{ PAUTA_PORT: '-1' }, 'PAUTA_PORT is no whole number up to 65535'],
    [{ PAUTA_PORT: '80.5' }, 'PAUTA_PORT is no whole number up to 65535'],
    [{ PAUTA_REQUESTS_PER_MINUTE: '1000001' }, 'PAUTA_REQUESTS_PER_MINUTE is no whole number up to 1000000'],
    [{ PAUTA_PROXIES: '10.0.0.0/0' }, 'PAUTA_PROXIES has 10.0.0.0/0, '],
    [{ PAUTA_PROXIES: '::1/129' }, 'PAUTA_PROXIES has ::1/129, '],
    [{ PAUTA_PROXIES: 'proxy/8' }, 'PAUTA_PROXIES has proxy/8, '],
    [{ PAUTA_PROXIES: '10.0.0.0/8.5' }, 'PAUTA_PROXIES has 10.0.0.0/8.5, '],
    [{ PAUTA_METRICS: '127.0.0.1:123456' }, 'PAUTA_METRICS 127.0.0.1:123456 is not address:port'],
    [
      { SST_RESOURCE_Telegram: '{"token":"t","botName":"b","updatesSecret":"updates-of-the-local-bot"}' },
      'SST_RESOURCE_Telegram has a secret',
    ],
    [database({ host: 'a.b' }), 'SST_RESOURCE_Database reaches a.b without TLS'],
    [{ PAUTA_OPERATOR_MAIL: 'operacao' }, 'PAUTA_OPERATOR_MAIL operacao is no mail address'],
    [{ PAUTA_PORT: '65536' }, 'PAUTA_PORT is no whole number up to 65535'],
    [{ PAUTA_PROXIES: '10.0.0.0/33' }, 'PAUTA_PROXIES has 10.0.0.0/33, '],
    [{ PAUTA_METRICS: '9464' }, 'PAUTA_METRICS 9464 is not address:port'],
    [{ SST_RESOURCE_Database: '{' }, 'SST_RESOURCE_Database is not JSON'],
    [{ SST_RESOURCE_Telegram: '{"token":"t"}' }, 'SST_RESOURCE_Telegram is not usable: '],
    [database({ password: '' }), 'SST_RESOURCE_Database has a secret that is blank or public'],
    [database({ password: 'PASSWORD' }), 'SST_RESOURCE_Database has a secret that is blank or public'],
    [database({ host: 'db.exemplo.gov.br' }), 'SST_RESOURCE_Database reaches db.exemplo.gov.br without TLS'],
    [
      { SST_RESOURCE_SearchIndex: '{"url":"http://localhost:1","key":"local-index-key"}' },
      'SST_RESOURCE_SearchIndex has a secret',
    ],
    [
      { SST_RESOURCE_LinkSigning: '{"secret":"links-of-the-local-stack"}' },
      'SST_RESOURCE_LinkSigning has a secret',
    ],
    [email({ tls: 'off' }), 'SST_RESOURCE_Email sends to smtp.exemplo.gov.br without TLS'],
    [email({ user: 'u' }), 'SST_RESOURCE_Email has a secret that is blank or public'],
    [
      identity('SST_RESOURCE_UserIdentity', { issuer: 'http://login.exemplo.gov.br' }),
      'SST_RESOURCE_UserIdentity has the issuer',
    ],
    [identity('SST_RESOURCE_ServiceIdentity', { allowlist: '' }), 'SST_RESOURCE_ServiceIdentity has neither'],
  ]

  it.each(REFUSED)('refuses %j with one line', (changes, problem) => {
    const problems = listProblems(changes)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.startsWith(problem)).toBe(true)
  })

  const ACCEPTED: [changes: Record<string, string>][] = [
    [email({ host: '127.0.0.1', tls: 'off' })],
    [{ SST_RESOURCE_Email: '{"kind":"off"}' }],
    [database({ host: 'postgres' })],
    [{ PAUTA_URL: 'http://localhost:8000' }],
    [{ PAUTA_URL: 'https://exemplo.gov.br/' }],
    [{ PAUTA_PORT: '65535', PAUTA_REQUESTS_PER_MINUTE: '1000000' }],
    [{ PAUTA_PORT: '0', PAUTA_REQUESTS_PER_MINUTE: '0' }],
    [{ PAUTA_PROXIES: '10.0.0.1/32, ::1/128,10.0.0.0/1' }],
    [database({ host: 'db.exemplo.gov.br', tls: 'verify-full' })],
    [email({ tls: 'starttls', user: 'u', password: 'p9' })],
    [{ SST_RESOURCE_Telegram: '{}' }],
    [identity('SST_RESOURCE_UserIdentity', { issuer: 'http://127.0.0.1:9000' })],
    [identity('SST_RESOURCE_ServiceIdentity', { allowlist: '', role: 'r', roleClaim: 'roles' })],
  ]

  it.each(ACCEPTED)('accepts %j', (changes) => {
    expect(listProblems(changes)).toEqual([])
  })

  it('has a value for everything that is not set', () => {
    setEnvironment({})
    const { host, port, requestsPerMinute, metrics, proxies, sections, ...others } = readMachineSettings('7')
    expect({ host, port, requestsPerMinute, metrics }).toEqual({
      host: '127.0.0.1',
      port: 8000,
      requestsPerMinute: 600,
      metrics: { host: '127.0.0.1', port: 9464 },
    })
    expect(others).toEqual({
      warnings: [],
      url: OWN.PAUTA_URL,
      dataDir: '/var/lib/pauta',
      operatorMail: OWN.PAUTA_OPERATOR_MAIL,
    })
    expect([proxies.check('127.0.0.1'), proxies.check('::1', 'ipv6'), proxies.check('10.0.0.1')]).toEqual([
      true,
      true,
      false,
    ])
    expect(sections.settings).toMatchObject({
      stage: 'machine',
      version: '7',
      siteUrl: OWN.PAUTA_URL,
      classification: false,
    })
    expect(sections.delivery.ratePerSecond).toEqual({
      email: 10,
      telegram: 25,
      push: 100,
      webhook: 100,
      slack: 100,
    })
    expect([sections.embedding.kind, sections.languageModel.kind]).toEqual(['hashing', 'none'])
  })

  it('reads addresses of IPv6, networks, and what the operator chooses', () => {
    setEnvironment({
      PAUTA_METRICS: '[::1]:9000',
      PAUTA_PROXIES: '10.1.0.0/16,2001:db8::/32',
      SST_RESOURCE_LanguageModel: '{"kind":"bedrock","model":"m"}',
      SST_RESOURCE_Storage: '{"name":"balde"}',
      SST_RESOURCE_Delivery: '{"ratePerSecond":{"email":3}}',
    })
    const { metrics, proxies, sections } = readMachineSettings('1')
    expect(metrics).toEqual({ host: '::1', port: 9000 })
    const isProxy = (address: string) => proxies.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
    expect(['10.1.255.255', '10.2.0.0', '2001:db8:1::', '2001:db9::'].map(isProxy)).toEqual([
      true,
      false,
      true,
      false,
    ])
    expect(sections.settings.classification).toBe(true)
    expect(sections.storage).toEqual({ name: 'balde', folder: '' })
    // Channels that an earlier version did not have keep their default.
    expect(sections.delivery.ratePerSecond).toMatchObject({ email: 3, telegram: 25, slack: 100 })
  })

  it('names every problem at once', () => {
    expect(listProblems({ PAUTA_URL: '', PAUTA_DATA: '', SST_RESOURCE_LinkSigning: '{}' })).toHaveLength(3)
  })
})

describe('settings that nothing reads', () => {
  const listWarnings = (changes: Record<string, string>) => {
    setEnvironment(changes)
    return readMachineSettings('1').warnings
  }

  it.each([
    [
      { PAUTA_OPERATOR_MAILS: 'a@b.gov.br' },
      'PAUTA_OPERATOR_MAILS is set, but Pauta has no such variable: it has no effect.',
    ],
    [
      { SST_RESOURCE_Publsher: '{}' },
      'SST_RESOURCE_Publsher is set, but Pauta has no such variable: it has no effect.',
    ],
    [
      { SST_RESOURCE_Settings: '{"histoyMonths":12}' },
      'SST_RESOURCE_Settings has the field histoyMonths, which nothing reads: it has no effect.',
    ],
    [
      { SST_RESOURCE_Delivery: '{"ratePerSecond":{"mail":3}}' },
      'SST_RESOURCE_Delivery has the field ratePerSecond.mail, which nothing reads: it has no effect.',
    ],
    [
      { SST_RESOURCE_Email: JSON.stringify({ ...EMAIL, pasword: 'p' }) },
      'SST_RESOURCE_Email has the field pasword, which nothing reads: it has no effect.',
    ],
  ])('are warned of: %j', (changes, warning) => {
    expect(listWarnings(changes)).toEqual([warning])
  })

  it('are not those of a new file, of its examples, and of the proxy', () => {
    const examples = MACHINE_VARIABLES.filter(
      ({ name }) => !/TYPESENSE|POSTGRES|LinkSigning|Database|SearchIndex/.test(name),
    )
    expect(examples.length).toBeGreaterThan(15)
    const values = Object.fromEntries(examples.map(({ name, example }) => [name, example]))
    const safe = { ...values, ...OWN, ...push({}), SST_RESOURCE_Telegram: '', PAUTA_UPSTREAM: 'pauta:8000' }
    expect(listWarnings(safe)).toEqual([])
    expect(listWarnings({})).toEqual([])
  })
})

it.each([
  ['127.0.0.1:65535', []],
  ['127.0.0.1:65536', ['PAUTA_METRICS 127.0.0.1:65536 is not address:port']],
])('the address of the metrics %s has the problems %j', (PAUTA_METRICS, problems) => {
  expect(listProblems({ PAUTA_METRICS })).toEqual(problems)
})
