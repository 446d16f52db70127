export type Secrets = ReturnType<typeof makeSecrets>

/**
 * Set with `sst secret set NAME VALUE --stage STAGE`, or with `--fallback` for every preview. One without a default
 * stops the deployment while it is not set.
 */
export function makeSecrets() {
  return {
    /** The key of the search index; previews need staging's. */
    searchIndexKey: new sst.Secret('SearchIndexKey'),
    /** Of an instance of ours, as PEM: by it the functions know the index. Previews have staging's from staging. */
    searchCertificate: new sst.Secret('SearchCertificate', ''),
    /** Its private key, as PEM. */
    searchCertificateKey: new sst.Secret('SearchCertificateKey', ''),
    /** Bearer token of the embedding service; empty where it asks for none. */
    embeddingToken: new sst.Secret('EmbeddingToken', ''),
    /** Signs the links in mails: a random text of 32 characters or more. */
    linkSigningSecret: new sst.Secret('LinkSigningSecret'),
    /** The one before it, while mails with its links are still read. */
    linkSigningPrevious: new sst.Secret('LinkSigningPrevious', ''),
    /** Of the mail server's user; empty where mail leaves by SES or not at all. */
    emailPassword: new sst.Secret('EmailPassword', ''),
    /** Of the Telegram bot; empty where there is none. */
    telegramToken: new sst.Secret('TelegramToken', ''),
    /** What Telegram says in a header with every update; together with the token. */
    telegramUpdatesSecret: new sst.Secret('TelegramUpdatesSecret', ''),
    /** Of the VAPID keys; empty where no pushes are sent. */
    pushPrivateKey: new sst.Secret('PushPrivateKey', ''),
    /** Bearer token of the service that generates recortes; empty where it asks for none. */
    agentWorkerToken: new sst.Secret('AgentWorkerToken', ''),
    /** Bearer token of the language model's service; empty where it asks for none. */
    languageModelToken: new sst.Secret('LanguageModelToken', ''),
    /** Bearer token of the scraper service; empty where it asks for none. */
    scraperToken: new sst.Secret('ScraperToken', ''),
    /** May write to both datasets (`hf_…`); empty where none are published. */
    datasetToken: new sst.Secret('DatasetToken', ''),
    /** Headers by which the collector of traces knows us, as `name=value,name=value`; empty where it asks for none. */
    tracingHeaders: new sst.Secret('TracingHeaders', ''),
  }
}
