import { pino } from 'pino'
import { Resource } from 'sst/resource'
import * as z from 'zod'

const settingsLink = z.object({
  stage: z.string(),
  version: z.string().default('development'),
  logLevel: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  portalUrl: z.string().default(''),
})

/** The libraries that every function opens: links, a check of their values, and a logger. */
export const settings = settingsLink.parse((Resource as unknown as { Settings: unknown }).Settings)
export const logger = pino({ level: settings.logLevel })
