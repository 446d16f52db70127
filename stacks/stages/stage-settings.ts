import type { Publisher } from '../../packages/platform/src/config/publisher.ts'
import type { ByChannel } from '../../packages/platform/src/config/delivery-channels.ts'

/** `production` is retained and protected, `staging` is shared by every preview, any other stage is a preview. */
export type StageKind = 'production' | 'staging' | 'preview'

/** Versions of Typesense whose images are pinned in typesense-images.ts. */
export type TypesenseVersion = '27.1' | '30.2'

/** The stage's own instance, which runs Typesense. Its documents are on a volume that outlives it. */
export interface SearchMachine {
  kind: 'single'
  version: TypesenseVersion
  instanceType: string
  volumeGb: number
  /**
   * ID of an AMI of Amazon Linux 2023. Another ID replaces the instance. Absent: the newest image on the day on which the
   * instance is made, which it keeps.
   */
  image?: string
}

/** A cluster that others run, such as Typesense Cloud: the addresses of all its nodes, which the client asks in turn. */
interface ExternalSearch {
  kind: 'external'
  nodes: readonly [string, ...string[]]
}

type SearchService = SearchMachine | ExternalSearch

/**
 * The NAT instances by which the private subnets reach the internet, one in each of two zones. US$14.71 a month with
 * `t4g.nano` in us-east-2 (instances 6.13, addresses 7.30, disks 1.28), without traffic. `image` is the ID of an AMI whose
 * boot script may install packages with dnf, and replaces both instances; empty: Amazon Linux 2023 as of the first
 * deployment.
 */
interface NatSettings {
  instance: string
  image: string
}

/**
 * The name of the API. `none`: API Gateway's own address, whose path starts with the stage. `route53`: a name in a hosted
 * zone of the account; the deployment requests the certificate and creates the records. `elsewhere`: a name whose records
 * are kept by another DNS service; `certificateArn` names a validated certificate of the stage's region.
 */
export type DomainChoice =
  | { kind: 'none' }
  | { kind: 'route53'; name: string; zoneId: string }
  | { kind: 'elsewhere'; name: string; certificateArn: string }

/**
 * The observatory, the web page for readers. Previews have none: CloudFront takes minutes to make or remove a
 * distribution.
 */
interface SiteSettings {
  enabled: boolean
  /** `none`: CloudFront's own address. The certificate of `elsewhere` must be one of us-east-1. */
  domain: DomainChoice
  /**
   * The public client of the site at `userIdentity.issuer`, for the authorization code flow with PKCE; one of
   * `userIdentity.audiences`. Its redirect address is `/entrar` on the site. Empty: nobody logs in on the site.
   */
  clientId: string
  /** The same for operators at `serviceIdentity.issuer`. Empty: operators paste a token. */
  operatorClientId: string
  /**
   * Where the folder `docs/` is published, such as `https://github.com/OWNER/REPOSITORY/blob/main/docs`: `/operacao` leads
   * there. Empty: the page names the file.
   */
  docsUrl: string
  /** Further origins that a login asks, such as the token endpoint of an issuer on another host. */
  loginOrigins: readonly string[]
}

/** A service that returns vectors of 768 numbers for texts. */
export interface HttpEmbedding {
  kind: 'http'
  /** `texts`, the default: POST {"texts"} to the URL. `openai`: the URL is the base of OpenAI's `/embeddings`. */
  protocol?: 'texts' | 'openai'
  url: string
  model: string
  /** Greatest cosine distance of a neighbour. Measure it for each model. Default 1. */
  maxDistance?: number
  /** 768, for a model that can shorten its vectors (`openai` only). */
  dimensions?: number
  /** Prefixes of queries and of articles, which models of the E5 family need: `query: ` and `passage: `. */
  queryPrefix?: string
  passagePrefix?: string
}

/** A service that embeds texts, or the hashing embedder, which must be chosen explicitly. */
type EmbeddingChoice = { kind: 'unset' } | HttpEmbedding | { kind: 'hashing' }

/**
 * The issuer of service accounts, and the accounts that may use the internal API. Without them the internal API is
 * closed.
 */
interface ServiceIdentity {
  issuer: string
  audience: string
  jwksUri: string
  /** E-mails or subjects. */
  allowlist: readonly string[]
}

/** The issuer of users' tokens. Without an issuer nobody can log in. */
interface UserIdentity {
  issuer: string
  /** A token must have one of them in `aud`, `client_id` or `azp`. */
  audiences: readonly string[]
  jwksUri: string
  /** Address that returns claims which the token lacks. Empty: only the token is read. */
  userinfoUrl: string
}

/** How mails are sent: by SES (an operator verifies its domain once per account), by a mail server, or not at all. */
type EmailChoice =
  | { kind: 'off' }
  | { kind: 'ses'; fromName: string; fromAddress: string }
  | {
      kind: 'smtp'
      fromName: string
      fromAddress: string
      host: string
      port: number
      tls: 'implicit' | 'starttls'
      user: string
    }

/** The settings of the channels. Their keys are secrets. */
interface DeliverySettings {
  email: EmailChoice
  /** Name of the Telegram bot without the @. Empty: no bot. */
  telegramBot: string
  /** The public VAPID key, and the contact for push services. Both empty: no pushes. */
  push: { publicKey: string; subject: string }
  /** Maximum messages per second to each provider, of all workers together. */
  ratePerSecond: ByChannel<number>
  /** Base of the links in mails, where something else answers for the API, such as CloudFront. Empty: the API's address. */
  apiUrl: string
}

/**
 * A language model at an OpenAI-compatible service or at Amazon Bedrock. Without one, rules replace it. `monthlyTokens` are
 * the tokens that articles may cost in a month of Brasília; then the built-in answers stay until the next month. Absent: no
 * limit.
 */
type LanguageModelChoice =
  | { kind: 'none' }
  | { kind: 'openai-compatible'; url: string; model: string; monthlyTokens?: number }
  /** `model` is the id of a model or of an inference profile. An empty region means the stage's own. */
  | { kind: 'bedrock'; model: string; region: string; monthlyTokens?: number }

/** Where the news is published as open data. Without a dataset's name nothing is published. */
interface DatasetSettings {
  hubUrl: string
  /** Address of the hub's dataset viewer. */
  viewerUrl: string
  /** `owner/name` of the complete dataset and of the reduced one. Both must exist. */
  dataset: string
  reducedDataset: string
}

/**
 * The jobs of the stage read the sites themselves, or call a service that is kept apart. `contact` is the web or mail address that the user
 * agent gives to the operators of the sites; by default the portal, the address for alarms or the API.
 */
type ScraperChoice = { kind: 'own'; contact?: string } | { kind: 'url'; url: string }

/**
 * The database. `single`: one server; a failed zone takes it down until it is restored. `multi-az`: a second server in
 * another zone takes over within about a minute.
 */
interface DatabaseSettings {
  kind: 'single' | 'multi-az'
  /** Class. */
  instance: string
  storageGb: number
  maxStorageGb: number
  /**
   * A fixed number instead of a share of the memory, so that a test can compare it with the connections of the functions.
   */
  maxConnections: number
  /** Identifier of a restored server, for the one deployment that takes it over; empty otherwise. */
  adopt: string
}

/**
 * What a stage is made for; sizes.ts has what it sets. `small`: one newsroom on one stage for at most US$80 a month, few
 * alarms, no dashboard and no firewall. `standard`: a public service.
 */
export type Size = 'small' | 'standard'

/** Settings that may differ between stages and are public. The others are in secrets.ts. */
export interface StageSettings {
  size: Size
  region: string
  nat: NatSettings
  domain: DomainChoice
  site: SiteSettings
  database: DatabaseSettings
  search: SearchService
  embedding: EmbeddingChoice
  serviceIdentity: ServiceIdentity
  userIdentity: UserIdentity
  delivery: DeliverySettings
  languageModel: LanguageModelChoice
  /** A service that generates recortes instead of our agent. Empty: our agent does. */
  agentWorker: { url: string }
  /** Maximum number of concurrent streams. Each uses a database connection while it lasts. */
  streamConcurrency: number
  /** Maximum number of connections to the stream of articles. Each uses a database connection while it lasts. */
  liveConcurrency: number
  /** Maximum number of GraphQL environments. Each uses at most two database connections. */
  graphqlConcurrency: number
  /** Maximum number of environments that answer language models. Each uses one database connection. */
  mcpConcurrency: number
  /** Maximum number of environments that answer feeds. Each uses one database connection. */
  feedConcurrency: number
  /** Maximum number of environments that answer pages of releases and articles. Each uses one database connection. */
  pageConcurrency: number
  /**
   * Maximum number of concurrent exports. An export takes minutes and no database connection. The local stack runs as
   * many as a stage of standard size.
   */
  exportConcurrency: number
  /** Upper bound of any worker's own concurrency. */
  workerConcurrency: number
  /** Releases at once. docs/scale.md computes how long 10,000 clippings at the same hour take. */
  releaseConcurrency: number
  /** Environments that send mail; all together keep to `delivery.ratePerSecond.email`. */
  mailConcurrency: number
  /** Upper bound of any job's own concurrency. */
  jobConcurrency: number
  /** Whether jobs run on schedules. On other stages people start them; otherwise every stage would read 160 sites. */
  schedules: boolean
  /** What reads the sites. */
  scraper: ScraperChoice
  /** Days for which the pages of articles are kept as they came: `pauta scrape reread` can read them again. */
  rawPagesDays: number
  /** Months for which the log of articles and their replaced versions are kept. 0: for ever. */
  historyMonths: number
  dataset: DatasetSettings
  /** Address that gets the alarms by e-mail. Empty: alarms are only shown. */
  alarmEmail: string
  /** Whether a firewall blocks known attackers and floods before the API: see firewall.ts. */
  firewall: boolean
  /** IPv4 blocks from which the portal's server calls, such as `203.0.113.7/32`. The firewall does not limit them. */
  portalAddresses: readonly string[]
  /** Requests of all callers together, per second and in a burst. */
  throttle: { requestsPerSecond: number; burst: number }
  /** Base of the links in digests, without a slash at its end. Empty while there is no portal. */
  portalUrl: string
  /** The body that publishes, as packages/platform/src/config/publisher.ts explains. Absent values have defaults. */
  publisher: Partial<Publisher>
  /** Origins from which browsers may call the API, besides that of the site. */
  corsOrigins: readonly string[]
}

export function stageKindOf(stage: string): StageKind {
  return stage === 'production' || stage === 'staging' ? stage : 'preview'
}
