import { loadConfig, type Config, type ConfigSection } from './config.ts'

/**
 * Reads the sections that the definition of a function names, which are those that the stages link to the function.
 * Functions read their configuration only by this function, so the handler has no second list of sections.
 */
export const loadConfigOf = <Name extends ConfigSection>(definition: {
  config: readonly Name[]
}): Config<Name> => loadConfig(...definition.config)
