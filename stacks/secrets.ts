import { type StageKind, stageKindOf } from './stages/stage-settings.ts'

/**
 * Begins every secret that previews get by `--fallback`. SST gives a fallback to each stage of the account that lacks a
 * secret of its own.
 */
const FALLBACK_MARK = 'preview-'
/** Those that a preview cannot do without. */
const NEEDED_BY_PREVIEWS = new Set(['SearchIndexKey', 'LinkSigningSecret'])

/** Why a stage must not use a secret; undefined when it may. */
function findWrongFallback(kind: StageKind, name: string, value: string): string | undefined {
  const isFallback = value.startsWith(FALLBACK_MARK)
  if (kind === 'production' && isFallback)
    return `The secret ${name} of production is a fallback of previews: set one of its own.`
  if (kind === 'preview' && !isFallback && value !== '' && NEEDED_BY_PREVIEWS.has(name))
    return `The secret ${name} of previews must begin with "${FALLBACK_MARK}", so that production refuses it.`
  return undefined
}

function getSecret(name: string, placeholder?: string): sst.Secret {
  const secret = placeholder === undefined ? new sst.Secret(name) : new sst.Secret(name, placeholder)
  secret.value.apply((value) => {
    const fault = findWrongFallback(stageKindOf($app.stage), name, value)
    if (fault !== undefined) throw new Error(fault)
  })
  return secret
}

export type Secrets = ReturnType<typeof makeSecrets>

/**
 * Set with `sst secret set NAME VALUE --stage STAGE`, or with `--fallback` for every preview. A deployment fails while
 * a secret without a default is not set.
 */
export function makeSecrets() {
  return {
    /** The key of the search index. Previews need staging's. */
    searchIndexKey: getSecret('SearchIndexKey'),
    /**
     * Certificate of our own search instance, as PEM, which the functions trust. Previews read staging's from staging.
     */
    searchCertificate: getSecret('SearchCertificate', ''),
    /** Its private key, as PEM. */
    searchCertificateKey: getSecret('SearchCertificateKey', ''),
    /** Bearer token of the embedding service. Empty where the service needs none. */
    embeddingToken: getSecret('EmbeddingToken', ''),
    /** Signs the links in mails: a random text of 32 characters or more. */
    linkSigningSecret: getSecret('LinkSigningSecret'),
    /** The previous signing secret, while people still read mails with its links. */
    linkSigningPrevious: getSecret('LinkSigningPrevious', ''),
    /** Password of the mail server's user. Empty where SES sends mail, or nothing does. */
    emailPassword: getSecret('EmailPassword', ''),
    /** Token of the Telegram bot. Empty where there is no bot. */
    telegramToken: getSecret('TelegramToken', ''),
    /** The secret that Telegram sends in a header with every update. Required together with the token. */
    telegramUpdatesSecret: getSecret('TelegramUpdatesSecret', ''),
    /** Private VAPID key. Empty where no pushes are sent. */
    pushPrivateKey: getSecret('PushPrivateKey', ''),
    /** Bearer token of the service that generates recortes. Empty where the service needs none. */
    agentWorkerToken: getSecret('AgentWorkerToken', ''),
    /** Bearer token of the language model's service. Empty where the service needs none. */
    languageModelToken: getSecret('LanguageModelToken', ''),
    /** Bearer token of a scraper that is kept apart. Empty where the stage reads the sites itself. */
    scraperToken: getSecret('ScraperToken', ''),
    /** Token with write access to both datasets (`hf_…`). Empty where no dataset is published. */
    datasetToken: getSecret('DatasetToken', ''),
  }
}
