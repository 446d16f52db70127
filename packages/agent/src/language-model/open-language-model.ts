import type { Config } from '@pauta/platform/config/config'
import type { LanguageModel } from './language-model.ts'

/**
 * The configured model, or undefined where there is none. Its client is loaded with its first turn: nobody who asks
 * nothing of a model waits for it.
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
