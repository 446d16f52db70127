import { createAmazonBedrock } from '@ai-sdk/amazon-bedrock'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { Config } from '@pauta/platform/config/config'
import type { LanguageModel } from 'ai'
import { boundedFetch } from './bounded-fetch.ts'

/** The configuration of a model, without the kind `none`. */
export type ModelConfig = Exclude<Config<'languageModel'>['languageModel'], { kind: 'none' }>

/** Returns the client of a configured model. The client connects with each request. */
export function openClient(config: ModelConfig): LanguageModel {
  if (config.kind === 'bedrock') {
    // Uses the credentials of the environment: on Lambda, the role of the function.
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
