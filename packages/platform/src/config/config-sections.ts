import * as z from 'zod'
import { EMBEDDING_DIMENSIONS } from './embedding-dimensions.ts'
import {
  commaList,
  httpUrl,
  optionalDataset,
  optionalText,
  optionalUrl,
  queue,
  rate,
  text,
  together,
} from './config-values.ts'

/**
 * Every section a function can ask for: the linked resource that fills it and its shape.
 * A function is linked to exactly the resources of the sections that it names, and makes the shapes of no other ones.
 */
export const SECTIONS = {
  settings: {
    resource: 'Settings',
    schema: () =>
      z.object({
        stage: text,
        version: text.default('development'),
        logLevel: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
        /** Origins that a browser may call from; `*` is for no deployed stage. */
        corsOrigins: commaList,
        /** Base of links to releases, without a slash at its end; empty where no portal is known. */
        portalUrl: z.string().trim().default(''),
        /** How long a process gives the same themes, agencies, tags and choices of widgets again; 0: it reads them every time. */
        catalogueSeconds: z.coerce.number().min(0).max(300).default(30),
        /** Streams that the stage serves at the same time. */
        streams: z.coerce.number().int().min(1).default(100),
        /** Whether the language model classifies and summarises news; it needs one, and does all else without. */
        classification: z.boolean().default(false),
        /** Where traces go, by OpenTelemetry's protocol over HTTP; nowhere without an endpoint. */
        tracing: z
          .object({
            /** Base of `/v1/traces`. */
            endpoint: optionalUrl,
            /** What the collector asks for with every request, as `name=value,name=value`. */
            headers: optionalText,
            /** The share of requests, batches and runs that is recorded, from 0 to 1. */
            sampleRatio: z.coerce.number().min(0).max(1).default(0.1),
          })
          .prefault({}),
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
        /** `verify-full` everywhere but on a laptop, where the embedded server speaks no TLS. */
        tls: z.enum(['verify-full', 'off']).default('verify-full'),
      }),
  },
  index: {
    resource: 'SearchIndex',
    schema: () =>
      z.object({
        url: httpUrl,
        key: text,
        /** Name of the alias of the live collection; previews put a prefix before it. */
        collection: text.default('news'),
        /** Certificate (PEM) by which an index of ours proves who it is; blank: one that any authority vouches for. */
        ca: z.string().optional(),
      }),
  },
  storage: { resource: 'Storage', schema: () => z.object({ name: text }) },
  /**
   * The issuer of service accounts. Without one, or without an account in `allowlist` (an `email` or a `sub`), the
   * internal surface is closed.
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
        })
        .refine(...together('issuer', 'audience', 'jwksUri')),
  },
  /** The issuer of users' tokens: Cognito, Keycloak or any other of OpenID Connect. Without one nobody logs in. */
  userIdentity: {
    resource: 'UserIdentity',
    schema: () =>
      z
        .object({
          /** `iss` of the tokens. */
          issuer: optionalText,
          /** Of which a token names one in `aud`, `client_id` (Cognito) or `azp` (Keycloak). */
          audiences: commaList,
          /** Where the issuer's keys are. */
          jwksUri: optionalUrl,
          /** Where the issuer tells what a token does not: name and e-mail. Empty: what the token says is all. */
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
  deliverEmailQueue: { resource: 'DeliverEmailQueue', schema: () => queue },
  deliverTelegramQueue: { resource: 'DeliverTelegramQueue', schema: () => queue },
  deliverPushQueue: { resource: 'DeliverPushQueue', schema: () => queue },
  deliverWebhookQueue: { resource: 'DeliverWebhookQueue', schema: () => queue },
  /** The alarm clocks of clippings; all empty where nothing runs on the clock, and the sweep is started by hand. */
  scheduler: {
    resource: 'ReleaseScheduler',
    schema: () =>
      z
        .object({
          /** Group in which the clocks are. */
          group: optionalText,
          /** Role under which the scheduler sends. */
          roleArn: optionalText,
          /** The queue that a clock rings at. */
          queueArn: optionalText,
        })
        .refine(...together('group', 'roleArn', 'queueArn')),
  },
  /** Queues of the jobs by the job's name, for whoever starts runs by hand. */
  jobQueues: { resource: 'JobQueues', schema: () => z.object({ urls: z.record(z.string(), httpUrl) }) },
  /** Queues of the workers by the queue's name, each with where its messages end that nobody could deal with. */
  deadLetters: {
    resource: 'DeadLetters',
    schema: () =>
      z.object({ queues: z.record(z.string(), z.object({ url: httpUrl, deadLetterUrl: httpUrl })) }),
  },
  /** The task that a full sync runs in, for whoever starts one; all empty in a stage that has none. */
  syncTask: {
    resource: 'SyncTask',
    schema: () =>
      z
        .object({
          /** ARNs of the cluster and of the revision of the definition. */
          cluster: optionalText,
          taskDefinition: optionalText,
          container: optionalText,
          subnets: commaList,
          securityGroups: commaList,
          logGroup: optionalText,
          /** A task's log is the stream `<prefix>/<container>/<id of the task>`. */
          logStreamPrefix: optionalText,
        })
        .refine(
          ({ cluster, ...others }) =>
            Object.values(others).every(({ length }) => (length === 0) === (cluster === '')),
          'give all of it, or nothing',
        ),
  },
  scraper: {
    resource: 'Scraper',
    schema: () =>
      z.object({
        url: httpUrl,
        /** Bearer token, where the service asks for one. */
        token: z.string().trim().default(''),
      }),
  },
  /** The hub with the public dataset, as `owner/name`, and the reduced one. Without them nothing is exported. */
  datasetHost: {
    resource: 'DatasetHost',
    schema: () =>
      z
        .object({
          hubUrl: httpUrl.default('https://huggingface.co'),
          /** Base of `/filter`, by which the host tells what a dataset has. */
          viewerUrl: httpUrl.default('https://datasets-server.huggingface.co'),
          dataset: optionalDataset,
          reducedDataset: optionalDataset,
          /** May write to both. The hub's client takes none that starts otherwise. */
          token: z.union([z.literal(''), z.string().trim().startsWith('hf_')]).default(''),
        })
        .refine(...together('dataset', 'reducedDataset', 'token')),
  },
  /** What may be called of the addresses that users give: the public internet by https, and besides these. */
  outbound: {
    resource: 'Outbound',
    schema: () =>
      z.object({
        /** Exact origins that are exempt from that rule; for a laptop's own receivers, and empty in the cloud. */
        allowedOrigins: commaList,
      }),
  },
  /** What every channel of delivery needs to know. */
  delivery: {
    resource: 'Delivery',
    schema: () =>
      z.object({
        /** Base of the links out of a subscription and into one, without a slash at its end. */
        apiUrl: httpUrl,
        /** Messages a second that a channel's provider bears, of all its workers together. */
        ratePerSecond: z.object({ email: rate, telegram: rate, push: rate, webhook: rate }),
      }),
  },
  /** By what mails leave: Amazon SES, a server that speaks SMTP, or not at all. */
  email: {
    resource: 'Email',
    schema: () =>
      z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('off') }),
        z.object({
          kind: z.literal('ses'),
          fromName: text,
          fromAddress: z.email(),
          /** Its events go to the worker mail-feedback. */
          configurationSet: text,
        }),
        z.object({
          kind: z.literal('smtp'),
          fromName: text,
          fromAddress: z.email(),
          host: text,
          port: z.coerce.number().int().positive(),
          /** From the first byte (465), after a word (587), or never, which is for a laptop's own mailbox. */
          tls: z.enum(['implicit', 'starttls', 'off']).default('starttls'),
          /** Both blank where the server asks for neither. */
          user: optionalText,
          password: z.string().default(''),
        }),
      ]),
  },
  /** The bot. Without a token there is none. */
  telegram: {
    resource: 'Telegram',
    schema: () =>
      z
        .object({
          token: optionalText,
          apiUrl: httpUrl.default('https://api.telegram.org'),
          /** Its name without the @, for links. */
          botName: optionalText,
          /** What Telegram says in a header with every update, so that nobody else can. */
          updatesSecret: optionalText,
        })
        .refine(...together('token', 'botName', 'updatesSecret')),
  },
  /** The keys by which push services know us (VAPID). Without them there are no pushes. */
  push: {
    resource: 'Push',
    schema: () =>
      z
        .object({
          publicKey: optionalText,
          privateKey: optionalText,
          /** Whom a push service may turn to: a `mailto:` or https address. */
          subject: optionalText,
        })
        .refine(...together('publicKey', 'privateKey', 'subject')),
  },
  /** By which links in mails prove that they are ours. */
  linkSigning: {
    resource: 'LinkSigning',
    schema: () =>
      z.object({
        secret: z.string().trim().min(16),
        /** The one before it, whose links still hold; blank when there was none. */
        previous: optionalText,
      }),
  },
  embedding: {
    resource: 'EmbeddingService',
    schema: () =>
      z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('http'),
          /** `texts`: POST {"texts"} to the URL; `openai`: the URL is the base of OpenAI's `/embeddings`. */
          protocol: z.enum(['texts', 'openai']).default('texts'),
          url: httpUrl,
          model: text,
          /** Bearer token, where the service asks for one. */
          token: z.string().trim().default(''),
          /** Greatest cosine distance of a neighbour; without one, whatever does not point the other way. */
          maxDistance: z.coerce.number().positive().max(2).default(1),
          /** Asked of a model that can shorten its vectors (`openai` only). */
          dimensions: z.coerce
            .number()
            .refine(
              (size) => size === EMBEDDING_DIMENSIONS,
              `the database and the index take ${EMBEDDING_DIMENSIONS}`,
            )
            .optional(),
          /** Put before queries and before articles, blanks included, as models of the E5 family want it. */
          queryPrefix: z.string().default(''),
          passagePrefix: z.string().default(''),
        }),
        z.object({ kind: z.literal('hashing') }),
      ]),
  },
  /** A service that generates recortes in our place; without a URL we do it ourselves. */
  agentWorker: {
    resource: 'AgentWorker',
    schema: () =>
      z.object({
        /** Base of `/agent/generate-recortes`. */
        url: optionalUrl,
        /** Bearer token, where the service asks for one. */
        token: optionalText,
      }),
  },
  /** The language model of the whole project; with none, what it would do is done by rules or left out. */
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
          /** Bearer token; blank where the service asks for none. */
          token: optionalText,
        }),
        z.object({
          kind: z.literal('bedrock'),
          /** Id of a model or of an inference profile. */
          model: text,
          /** Blank: the function's own. */
          region: optionalText,
        }),
      ]),
  },
} as const
