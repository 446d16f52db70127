import type { Config } from '@pauta/platform/config/config'
import type { LanguageModel } from './language-model.ts'

/**
 * Returns the configured model, or undefined if none is configured. The first turn loads the client, so that cold
 * starts do not read it.
 */
export function openLanguageModel(
  config: Config<'languageModel'>['languageModel'],
): LanguageModel | undefined {
  if (config.kind === 'none') return undefined
  return {
    name: config.model,
    async answer(request) {
      const { askModel } = await import('./ask-model.ts')
      return await askModel(config, request)
    },
  }
}
