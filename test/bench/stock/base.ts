import { pino } from 'pino'
import { Resource } from 'sst/resource'
import * as z from 'zod'

/** The libraries that every function opens: links, a check of their values, and a logger. */
export const settings = z.object({ name: z.string() }).parse((Resource as unknown as { App: unknown }).App)
export const logger = pino({ level: 'info' })
