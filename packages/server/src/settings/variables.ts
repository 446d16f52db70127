import { generateKeyPairSync, randomBytes } from 'node:crypto'

/** A variable of the environment file of a machine. */
export interface MachineVariable {
  name: string
  /** What it is, in a sentence or two. The environment file shows it above the variable. */
  purpose: string
  /** A value that a person adapts. */
  example: string
  /** Whether `pauta serve` refuses to start without it. */
  isRequired: boolean
  /** Makes the value of a new environment file. Absent, or undefined: a person sets it. */
  make?: (file: NewFile) => string | undefined
}

/** What a new environment file is for, and its fresh keys. */
export interface NewFile {
  /** Whether the parts run in compose.production.yaml, and not on the machine itself. */
  isCompose: boolean
  databasePassword: string
  indexKey: string
  linkSecret: string
}

const SECRET_BYTES = 32

/** Makes the keys of a new environment file. */
export function makeNewFile(isCompose: boolean): NewFile {
  const makeSecret = () => randomBytes(SECRET_BYTES).toString('base64url')
  return {
    isCompose,
    databasePassword: makeSecret(),
    indexKey: makeSecret(),
    linkSecret: makeSecret(),
  }
}

/** Returns a value for the containers of compose.production.yaml; elsewhere the default holds. */
const inCompose =
  (value: string) =>
  ({ isCompose }: NewFile) =>
    isCompose ? value : undefined

/** Returns a pair of VAPID keys: the uncompressed point and the scalar of a key on P-256. */
function makePushKeys() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '', d = '' } = privateKey.export({ format: 'jwk' })
  const point = Buffer.concat([Buffer.from([4]), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
  return { publicKey: point.toString('base64url'), privateKey: d }
}

const json = (value: unknown) => JSON.stringify(value)

/**
 * The variables of a machine in the order of the environment file. Names with `SST_RESOURCE_` hold JSON and are those that
 * the cloud sets for the functions: packages/platform/src/config/config-sections.ts has their fields.
 */
export const MACHINE_VARIABLES: readonly MachineVariable[] = [
  {
    name: 'PAUTA_URL',
    purpose: 'Public address of the service, which readers open: https and a name, without a path.',
    example: 'https://pauta.example.gov.br',
    isRequired: true,
  },
  {
    name: 'PAUTA_OPERATOR_MAIL',
    purpose: 'Mail address of the operator: gets a mail when something breaks, and one when it works again.',
    example: 'operacao@example.gov.br',
    isRequired: true,
  },
  {
    name: 'PAUTA_DATA',
    purpose: 'Folder of the queues, the schedules and the stored pages. One process at a time may use it.',
    example: '/var/lib/pauta',
    isRequired: true,
    make: ({ isCompose }) => (isCompose ? '/data' : '/var/lib/pauta'),
  },
  {
    name: 'SST_RESOURCE_Database',
    purpose: 'PostgreSQL with pgvector. `tls` is verify-full, or off for a server on this machine alone.',
    example: json({
      host: '127.0.0.1',
      port: 5432,
      username: 'pauta',
      password: 'PASSWORD',
      database: 'pauta',
      tls: 'off',
    }),
    isRequired: true,
    make: ({ isCompose, databasePassword }) =>
      json({
        host: isCompose ? 'postgres' : '127.0.0.1',
        port: 5432,
        username: 'pauta',
        password: databasePassword,
        database: 'pauta',
        tls: 'off',
      }),
  },
  {
    name: 'POSTGRES_PASSWORD',
    purpose: 'The same password, for the server of compose.production.yaml.',
    example: 'PASSWORD',
    isRequired: false,
    make: ({ isCompose, databasePassword }) => (isCompose ? databasePassword : undefined),
  },
  {
    name: 'SST_RESOURCE_SearchIndex',
    purpose: 'Typesense and its key.',
    example: json({ url: 'http://127.0.0.1:8108', key: 'KEY' }),
    isRequired: true,
    make: ({ isCompose, indexKey }) =>
      json({ url: `http://${isCompose ? 'typesense' : '127.0.0.1'}:8108`, key: indexKey }),
  },
  {
    name: 'TYPESENSE_API_KEY',
    purpose: 'The same key, for the server of compose.production.yaml.',
    example: 'KEY',
    isRequired: false,
    make: ({ isCompose, indexKey }) => (isCompose ? indexKey : undefined),
  },
  {
    name: 'SST_RESOURCE_Email',
    purpose:
      'Mail server: `tls` is starttls (port 587) or implicit (port 465); off is accepted for a server on this machine. ' +
      '{"kind":"off"} sends no mail at all.',
    example: json({
      kind: 'smtp',
      fromName: 'Pauta',
      fromAddress: 'pauta@example.gov.br',
      host: 'smtp.example.gov.br',
      port: 587,
      tls: 'starttls',
      user: 'pauta',
      password: 'PASSWORD',
    }),
    isRequired: true,
  },
  {
    name: 'SST_RESOURCE_UserIdentity',
    purpose:
      'Issuer of the people who log in (OpenID Connect), and the ids of the clients whose tokens are accepted; the first ' +
      'one is the client of the observatory, with the redirect address PAUTA_URL/entrar.',
    example: json({ issuer: 'https://login.example.gov.br/realms/pauta', audiences: 'pauta' }),
    isRequired: true,
  },
  {
    name: 'SST_RESOURCE_ServiceIdentity',
    purpose:
      'Issuer of operators and of programs that send news; it may be the same one. `audience` is the client of operators, ' +
      'with the redirect address PAUTA_URL/operacao/entrar; ' +
      '`allowlist` names accounts by mail or subject, or `role` with `roleClaim` names a role.',
    example: json({
      issuer: 'https://login.example.gov.br/realms/pauta',
      audience: 'pauta-operadores',
      allowlist: 'operacao@example.gov.br',
    }),
    isRequired: true,
  },
  {
    name: 'SST_RESOURCE_LinkSigning',
    purpose: 'Signs the links in mails. For a new secret, move the old one to `previous`.',
    example: json({ secret: 'SECRET', previous: '' }),
    isRequired: true,
    make: ({ linkSecret }) => json({ secret: linkSecret, previous: '' }),
  },
  {
    name: 'PAUTA_HOST',
    purpose: 'Address to listen on. 127.0.0.1 lets in the proxy of this machine alone.',
    example: '127.0.0.1',
    isRequired: false,
    make: inCompose('0.0.0.0'),
  },
  { name: 'PAUTA_PORT', purpose: 'Port to listen on.', example: '8000', isRequired: false },
  {
    name: 'PAUTA_PROXIES',
    purpose: 'Addresses or networks of the proxies whose X-Forwarded-For is believed, with commas.',
    example: '127.0.0.1,::1',
    isRequired: false,
    make: inCompose('172.30.77.0/24'),
  },
  {
    name: 'PAUTA_REQUESTS_PER_MINUTE',
    purpose: 'Requests of one address a minute; further ones get 429. 0 turns the limit off.',
    example: '600',
    isRequired: false,
  },
  {
    name: 'PAUTA_METRICS',
    purpose: 'Address and port of /metrics for Prometheus. It has no login: keep it away from the internet.',
    example: '127.0.0.1:9464',
    isRequired: false,
    make: inCompose('0.0.0.0:9464'),
  },
  {
    name: 'NODE_EXTRA_CA_CERTS',
    purpose:
      'File with the certificates of further authorities, where your issuer, mail server or sites have one of their own.',
    example: '/etc/pauta/authorities.pem',
    isRequired: false,
  },
  {
    name: 'SST_RESOURCE_Storage',
    purpose:
      'A bucket of an S3-compatible store in place of the folder `objects` of PAUTA_DATA; then also AWS_ENDPOINT_URL_S3, ' +
      'AWS_REGION, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    example: json({ name: 'pauta' }),
    isRequired: false,
  },
  {
    name: 'SST_RESOURCE_Push',
    purpose: 'Keys of browser notifications. Without them no push is sent.',
    example: json({ publicKey: 'KEY', privateKey: 'KEY', subject: 'mailto:operacao@example.gov.br' }),
    isRequired: false,
    make: () => json({ ...makePushKeys(), subject: 'mailto:operacao@example.gov.br' }),
  },
  {
    name: 'SST_RESOURCE_Telegram',
    purpose: 'The bot, and a secret of your own that Telegram sends back. Without them the channel is off.',
    example: json({ token: '123456:TOKEN', botName: 'ExemploBot', updatesSecret: 'SECRET' }),
    isRequired: false,
  },
  {
    name: 'SST_RESOURCE_EmbeddingService',
    purpose:
      'OpenAI-compatible service that makes vectors of 768 numbers. Without one, a built-in model does.',
    example: json({
      kind: 'http',
      protocol: 'openai',
      url: 'http://127.0.0.1:8080/v1',
      model: 'intfloat/multilingual-e5-base',
      queryPrefix: 'query: ',
      passagePrefix: 'passage: ',
    }),
    isRequired: false,
  },
  {
    name: 'SST_RESOURCE_LanguageModel',
    purpose:
      'OpenAI-compatible language model, and the tokens that articles may cost in a month (0: no limit). Without one, rules ' +
      'replace it.',
    example: json({
      kind: 'openai-compatible',
      url: 'https://modelo.example.gov.br/v1',
      model: 'NAME',
      token: 'KEY',
      monthlyTokens: 20_000_000,
    }),
    isRequired: false,
  },
  {
    name: 'SST_RESOURCE_DatasetHost',
    purpose: 'Hub where the news is published as open data. Without it nothing is published.',
    example: json({ dataset: 'OWNER/NAME', reducedDataset: 'OWNER/NAME-reduced', token: 'hf_TOKEN' }),
    isRequired: false,
  },
  {
    name: 'SST_RESOURCE_Settings',
    purpose:
      'Base of links to a portal of yours, origins whose pages may call the API, and the level of the log.',
    example: json({ portalUrl: '', corsOrigins: '', logLevel: 'info' }),
    isRequired: false,
  },
  {
    name: 'SST_RESOURCE_Publisher',
    purpose:
      'Your name, contacts, mark, colours and licences, as the pages /licenca, /privacidade, /acessibilidade and /contato, mails and the observatory show them.',
    example: json({
      name: 'Órgão',
      contact: 'fale@orgao.gov.br',
      privacyContact: 'encarregado@orgao.gov.br',
      markUrl: 'https://orgao.gov.br/marca.svg',
      colour: '#0d5548',
      darkColour: '#7ccdb8',
      dataLicence: 'CC BY 4.0',
    }),
    isRequired: false,
  },
  {
    name: 'SST_RESOURCE_Delivery',
    purpose:
      'Messages per second of each channel, as your mail server and Telegram accept them. A channel that is missing has its default.',
    example: json({ ratePerSecond: { email: 10, telegram: 25 } }),
    isRequired: false,
  },
  {
    name: 'SST_RESOURCE_ScrapeService',
    purpose:
      'How the sites are read: the contact in the user agent, the pause between requests in ms, and `allowedOrigins`: ' +
      'sites inside of your network, with commas. All others must be at public addresses. A `relay` is a server that ' +
      'sends the requests in place of this machine: {"url":"https://relay.example.gov.br","token":"KEY"}.',
    example: json({
      contact: 'https://pauta.example.gov.br',
      delayMilliseconds: 1000,
      allowedOrigins: 'https://noticias.intra.example.gov.br',
    }),
    isRequired: false,
  },
  {
    name: 'SST_RESOURCE_Outbound',
    purpose:
      'Origins inside of your network to which webhooks may be sent. Others must be https on the internet.',
    example: json({ allowedOrigins: '' }),
    isRequired: false,
  },
]
