import * as z from 'zod'
import { byChannel } from './delivery-channels.ts'
import { describeDeliveryQueues } from './delivery-queues.ts'
import { EMBEDDING_DIMENSIONS } from './embedding-dimensions.ts'
import { publisherSchema } from './publisher.ts'
import {
  commaList,
  httpUrl,
  optionalDataset,
  optionalText,
  optionalUrl,
  originList,
  count,
  queue,
  rate,
  text,
  together,
} from './config-values.ts'

/** Tokens that a language model may cost for articles in a month of Brasília. 0: no limit. */
const monthlyTokens = z.coerce.number().int().min(0).default(0)

/**
 * Every section of the configuration: the linked resource that fills the section, and its schema. A function is linked
 * to exactly the resources of the sections that it names. Schemas are built on demand, so a function builds no other
 * ones.
 */
export const SECTIONS = {
  settings: {
    resource: 'Settings',
    schema: () =>
      z.object({
        stage: text,
        version: text.default('development'),
        logLevel: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
        /** Origins that browsers may call from. `*` is not allowed in a deployed stage. */
        corsOrigins: commaList,
        /** Bases of links to the portal and to the observatory, without a trailing slash. Empty: there is none. */
        portalUrl: z.string().trim().default(''),
        siteUrl: z.string().trim().default(''),
        /** Seconds for which a process caches themes, agencies, tags and widget options. 0: reads them every time. */
        catalogueSeconds: z.coerce.number().min(0).max(300).default(30),
        /** Seconds without progress after which the reader of an export loses its connection. */
        stallSeconds: z.coerce.number().positive().max(300).default(20),
        /** Maximum of concurrent streams of the stage. */
        streams: z.coerce.number().int().min(1).default(100),
        /** Days for which the pages of articles are kept, as their sites answered. */
        rawPagesDays: z.coerce.number().int().min(1).default(730),
        /** Months for which the log of articles and their replaced versions are kept. 0: for ever. */
        historyMonths: z.coerce.number().int().min(0).default(0),
        /** Whether the language model classifies and summarises news. Its other uses do not depend on this setting. */
        classification: z.boolean().default(false),
      }),
  },
  database: {
    resource: 'Database',
    schema: () =>
      z.object({
        host: text,
        port: z.coerce.number().int().positive(),
        username: text,
        password: z.string(),
        database: text,
        /**
         * `verify-full` in every deployed stage. `off` is for the embedded server of the local stack, which has no TLS.
         */
        tls: z.enum(['verify-full', 'off']).default('verify-full'),
        /** Authorities (PEM) that sign the certificate. Blank: those that Node trusts. */
        ca: z.string().optional(),
      }),
  },
  index: {
    resource: 'SearchIndex',
    schema: () =>
      z.object({
        url: httpUrl,
        /** Every node of an external index. Empty: `url` is the only node. */
        nodes: commaList,
        key: text,
        /** Alias of the live collection. Previews add a prefix. */
        collection: text.default('news'),
        /** CA certificate (PEM) of a self-hosted index. Blank: the public authorities are trusted. */
        ca: z.string().optional(),
      }),
  },
  storage: {
    resource: 'Storage',
    schema: () =>
      z.object({
        /** The bucket. */
        name: text,
        /** A folder of this machine that takes the place of the bucket. Blank: the objects are in S3. */
        folder: optionalText,
      }),
  },
  /**
   * The issuer of service accounts. The internal API is closed without an issuer, and to accounts that neither
   * `allowlist` names (`email` or `sub`) nor `role` includes.
   */
  serviceIdentity: {
    resource: 'ServiceIdentity',
    schema: () =>
      z
        .object({
          /** `iss` of the tokens. */
          issuer: optionalText,
          /** `aud` of the tokens. */
          audience: optionalText,
          /** Where the issuer's keys are. */
          jwksUri: optionalUrl,
          allowlist: commaList,
          /**
           * A role that opens the internal API as the allowlist does, and the claim that lists the roles of an account;
           * dots lead into objects, as in Keycloak's `realm_access.roles`.
           */
          role: optionalText,
          roleClaim: optionalText,
        })
        .refine(...together('issuer', 'audience', 'jwksUri'))
        .refine(...together('role', 'roleClaim')),
  },
  /**
   * The issuer of users' tokens: Cognito, Keycloak or any other OpenID Connect issuer. Without an issuer nobody can log
   * in.
   */
  userIdentity: {
    resource: 'UserIdentity',
    schema: () =>
      z
        .object({
          /** `iss` of the tokens. */
          issuer: optionalText,
          /**
           * Accepted audiences. A token must contain one of them in `aud`, `client_id` (Cognito) or `azp` (Keycloak).
           */
          audiences: commaList,
          /** Where the issuer's keys are. */
          jwksUri: optionalUrl,
          /**
           * Endpoint that returns name and e-mail when the token lacks them. Empty: only the claims of the token are
           * used.
           */
          userinfoUrl: optionalUrl,
        })
        .refine(...together('issuer', 'audiences', 'jwksUri')),
  },
  newsIngestQueue: { resource: 'NewsIngestQueue', schema: () => queue },
  enrichQueue: { resource: 'EnrichQueue', schema: () => queue },
  classifyQueue: { resource: 'ClassifyQueue', schema: () => queue },
  embedQueue: { resource: 'EmbedQueue', schema: () => queue },
  indexQueue: { resource: 'IndexQueue', schema: () => queue },
  releaseQueue: { resource: 'ReleaseQueue', schema: () => queue },
  ...describeDeliveryQueues(),
  /**
   * EventBridge Scheduler, which triggers the runs of clippings. All fields are empty in a stage without schedules;
   * there the sweep is started by hand.
   */
  scheduler: {
    resource: 'ReleaseScheduler',
    schema: () =>
      z
        .object({
          /** Schedule group of the clippings' schedules. */
          group: optionalText,
          /** Role that the scheduler assumes to send messages. */
          roleArn: optionalText,
          /** Queue that receives the schedules' messages. */
          queueArn: optionalText,
        })
        .refine(...together('group', 'roleArn', 'queueArn')),
  },
  /** Queue URLs of the jobs by job name, for commands that start runs by hand. */
  jobQueues: { resource: 'JobQueues', schema: () => z.object({ urls: z.record(z.string(), httpUrl) }) },
  /** Queues of the workers by queue name, each with its dead-letter queue. */
  deadLetters: {
    resource: 'DeadLetters',
    schema: () =>
      z.object({ queues: z.record(z.string(), z.object({ url: httpUrl, deadLetterUrl: httpUrl })) }),
  },
  /** The scraper service that is kept apart. */
  scraper: {
    resource: 'Scraper',
    schema: () =>
      z.object({
        /** Empty: the jobs of the stage read the sites themselves. */
        url: optionalUrl,
        /** Bearer token of its callers; blank when the service needs none. */
        token: z.string().trim().default(''),
      }),
  },
  /** How sites are read, by the jobs of the stage or by a service over its stores. */
  scrapeService: {
    resource: 'ScrapeService',
    schema: () =>
      z.object({
        /** Web or mail address in the user agent, where operators of the sites reach us. */
        contact: text,
        /**
         * A server that asks the sites in our place, with its bearer token: one that the sites do not refuse, or the
         * emulated sites of a laptop. Without a URL the sites are asked directly.
         */
        relay: z.object({ url: optionalUrl, token: optionalText }).prefault({}),
        /** Exact origins of sites that may be at private addresses, inside of the operator's network. Empty in the cloud. */
        allowedOrigins: originList,
        /** Milliseconds between two requests to a host; a first retry waits twice as long. robots.txt may ask for more. */
        delayMilliseconds: z.coerce.number().int().min(0).max(60_000).default(1000),
      }),
  },
  /**
   * The hub of the public dataset and of the reduced dataset, each as `owner/name`. Without them nothing is exported.
   */
  datasetHost: {
    resource: 'DatasetHost',
    schema: () =>
      z
        .object({
          hubUrl: httpUrl.default('https://huggingface.co'),
          /** Base of `/filter`, which returns the rows that the published dataset has. */
          viewerUrl: httpUrl.default('https://datasets-server.huggingface.co'),
          dataset: optionalDataset,
          reducedDataset: optionalDataset,
          /** Token with write access to both datasets. The hub's client accepts only tokens that start with `hf_`. */
          token: z.union([z.literal(''), z.string().trim().startsWith('hf_')]).default(''),
        })
        .refine(...together('dataset', 'reducedDataset', 'token')),
  },
  /** The body that publishes: what its pages of licence, privacy, accessibility and contact say, and how they look. */
  publisher: { resource: 'Publisher', schema: () => publisherSchema },
  /** Limits for calls to URLs that users enter: https on the public internet, plus the origins listed here. */
  outbound: {
    resource: 'Outbound',
    schema: () =>
      z.object({
        /** Exact origins that are exempt from the rule, for receivers inside of the operator's network. Empty in the cloud. */
        allowedOrigins: originList,
      }),
  },
  /** Settings of all delivery channels. */
  delivery: {
    resource: 'Delivery',
    schema: () =>
      z.object({
        /** Base of the unsubscribe and confirmation links, without a trailing slash. */
        apiUrl: httpUrl,
        /** Maximum of messages per second for each provider, all workers of the channel together. */
        ratePerSecond: z.object(byChannel(() => rate)),
        /** Most environments of each channel's worker. Each gets an equal share of the rate. */
        senders: z.object(byChannel(() => count)).optional(),
      }),
  },
  /** How mails are sent: Amazon SES, an SMTP server, or `off`. */
  email: {
    resource: 'Email',
    schema: () =>
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('off') }),
        z.object({
          kind: z.literal('ses'),
          fromName: text,
          fromAddress: z.email(),
          /** SES sends the events of this configuration set to the worker mail-feedback. */
          configurationSet: text,
        }),
        z.object({
          kind: z.literal('smtp'),
          fromName: text,
          fromAddress: z.email(),
          host: text,
          port: z.coerce.number().int().positive(),
          /**
           * `implicit` starts TLS with the connection (port 465), `starttls` upgrades it (port 587), `off` is for the
           * mailbox of the local stack.
           */
          tls: z.enum(['implicit', 'starttls', 'off']).default('starttls'),
          /** User and password; both blank when the server needs no login. */
          user: optionalText,
          password: z.string().default(''),
        }),
      ]),
  },
  /** The Telegram bot. Without a token the channel is off. */
  telegram: {
    resource: 'Telegram',
    schema: () =>
      z
        .object({
          token: optionalText,
          apiUrl: httpUrl.default('https://api.telegram.org'),
          /** The bot's name without the @, for links. */
          botName: optionalText,
          /** Secret that Telegram sends in a header with every update. Updates without the secret are refused. */
          updatesSecret: optionalText,
        })
        .refine(...together('token', 'botName', 'updatesSecret')),
  },
  /** VAPID keys, which identify this service to push services. Without them no pushes are sent. */
  push: {
    resource: 'Push',
    schema: () =>
      z
        .object({
          publicKey: optionalText,
          privateKey: optionalText,
          /** Contact address for push services: a `mailto:` or https address. */
          subject: optionalText,
        })
        .refine(...together('publicKey', 'privateKey', 'subject')),
  },
  /** Secrets that sign the links in mails. */
  linkSigning: {
    resource: 'LinkSigning',
    schema: () =>
      z.object({
        secret: z.string().trim().min(16),
        /** The previous secret, whose links stay valid. Blank when there was none. */
        previous: optionalText,
      }),
  },
  embedding: {
    resource: 'EmbeddingService',
    schema: () =>
      z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('http'),
          /** `texts`: POST {"texts"} to the URL. `openai`: the URL is the base of OpenAI's `/embeddings`. */
          protocol: z.enum(['texts', 'openai']).default('texts'),
          url: httpUrl,
          model: text,
          /** Bearer token; blank when the service needs none. */
          token: z.string().trim().default(''),
          /**
           * Greatest cosine distance of a neighbour. The default, 1, excludes vectors that point in opposite
           * directions.
           */
          maxDistance: z.coerce.number().positive().max(2).default(1),
          /** Vector size that the request asks for; only for `openai` models that can shorten their vectors. */
          dimensions: z.coerce
            .number()
            .refine(
              (size) => size === EMBEDDING_DIMENSIONS,
              `the database and the index take ${EMBEDDING_DIMENSIONS}`,
            )
            .optional(),
          /** Prefixes of queries and of articles, including blanks. Models of the E5 family need them. */
          queryPrefix: z.string().default(''),
          passagePrefix: z.string().default(''),
        }),
        z.object({ kind: z.literal('hashing') }),
      ]),
  },
  /** An external service that generates recortes. Without a URL the built-in agent generates them. */
  agentWorker: {
    resource: 'AgentWorker',
    schema: () =>
      z.object({
        /** Base of `/agent/generate-recortes`. */
        url: optionalUrl,
        /** Bearer token; blank when the service needs none. */
        token: optionalText,
      }),
  },
  /** The language model of the whole project. With `none`, rules replace the model, or its results are left out. */
  languageModel: {
    resource: 'LanguageModel',
    schema: () =>
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('none') }),
        z.object({
          kind: z.literal('openai-compatible'),
          /** Base of `/chat/completions`. */
          url: httpUrl,
          model: text,
          /** Bearer token; blank when the service needs none. */
          token: optionalText,
          monthlyTokens,
        }),
        z.object({
          kind: z.literal('bedrock'),
          /** Id of a model or of an inference profile. */
          model: text,
          /** Blank: the region of the function. */
          region: optionalText,
          monthlyTokens,
        }),
      ]),
  },
} as const
