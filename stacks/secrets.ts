import type { StageSettings } from './settings.ts'

export type Secrets = ReturnType<typeof makeSecrets>

/**
 * Set with `sst secret set NAME VALUE --stage STAGE`, or with `--fallback` for every preview. A deployment fails while
 * a secret without a default is not set.
 */
export function makeSecrets({ scraper }: Pick<StageSettings, 'scraper'>) {
  return {
    /** The key of the search index. Previews need staging's. */
    searchIndexKey: new sst.Secret('SearchIndexKey'),
    /**
     * Certificate of our own search instance, as PEM, which the functions trust. Previews read staging's from staging.
     */
    searchCertificate: new sst.Secret('SearchCertificate', ''),
    /** Its private key, as PEM. */
    searchCertificateKey: new sst.Secret('SearchCertificateKey', ''),
    /** Bearer token of the embedding service. Empty where the service needs none. */
    embeddingToken: new sst.Secret('EmbeddingToken', ''),
    /** Signs the links in mails: a random text of 32 characters or more. */
    linkSigningSecret: new sst.Secret('LinkSigningSecret'),
    /** The previous signing secret, while people still read mails with its links. */
    linkSigningPrevious: new sst.Secret('LinkSigningPrevious', ''),
    /** Password of the mail server's user. Empty where SES sends mail, or nothing does. */
    emailPassword: new sst.Secret('EmailPassword', ''),
    /** Token of the Telegram bot. Empty where there is no bot. */
    telegramToken: new sst.Secret('TelegramToken', ''),
    /** The secret that Telegram sends in a header with every update. Required together with the token. */
    telegramUpdatesSecret: new sst.Secret('TelegramUpdatesSecret', ''),
    /** Private VAPID key. Empty where no pushes are sent. */
    pushPrivateKey: new sst.Secret('PushPrivateKey', ''),
    /** Bearer token of the service that generates recortes. Empty where the service needs none. */
    agentWorkerToken: new sst.Secret('AgentWorkerToken', ''),
    /** Bearer token of the language model's service. Empty where the service needs none. */
    languageModelToken: new sst.Secret('LanguageModelToken', ''),
    /**
     * Bearer token of the scraper service. The stage's own needs one: a random text of 16 characters or more. Another
     * service may need none.
     */
    scraperToken:
      scraper.kind === 'own' ? new sst.Secret('ScraperToken') : new sst.Secret('ScraperToken', ''),
    /** Token with write access to both datasets (`hf_…`). Empty where no dataset is published. */
    datasetToken: new sst.Secret('DatasetToken', ''),
    /**
     * Headers that authenticate us at the collector of traces, as `name=value,name=value`. Empty where it needs none.
     */
    tracingHeaders: new sst.Secret('TracingHeaders', ''),
  }
}
