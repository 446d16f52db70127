export type Secrets = ReturnType<typeof makeSecrets>

/**
 * Set with `sst secret set NAME VALUE --stage STAGE`, or with `--fallback` for every preview. One without a default
 * stops the deployment while it is not set.
 */
export function makeSecrets() {
  return {
    /** The key of the search index; previews need staging's. */
    searchIndexKey: new sst.Secret('SearchIndexKey'),
    /** Bearer token of the embedding service; empty where it asks for none. */
    embeddingToken: new sst.Secret('EmbeddingToken', ''),
    /** Bearer token of the scraper service; empty where it asks for none. */
    scraperToken: new sst.Secret('ScraperToken', ''),
  }
}
