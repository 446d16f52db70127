import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Config } from '@pauta/platform/config/config'
import type { LanguageModel } from 'ai'
import { boundedFetch } from './bounded-fetch.ts'

/** A configured model; without a model there is nothing to open. */
export type ModelConfig = Exclude<Config<'languageModel'>['languageModel'], { kind: 'none' }>

/** The client of a configured model. It connects with each request. */
export function openClient(config: ModelConfig): LanguageModel {
  if (config.kind === 'bedrock') {
    // Credentials are those of the environment, the function's own role in the cloud.
    const bedrock = createAmazonBedrock({
      fetch: boundedFetch,
      ...(config.region !== '' && { region: config.region }),
    })
    return bedrock(config.model)
  }
  const service = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: config.url.replace(/\/$/, ''),
    fetch: boundedFetch,
    ...(config.token !== '' && { apiKey: config.token }),
  })
  return service(config.model)
}
