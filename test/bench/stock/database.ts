import postgres from 'postgres'
import { Resource } from 'sst/resource'
import * as z from 'zod'

const link = z.object({
  host: z.string(),
  port: z.coerce.number(),
  username: z.string(),
  password: z.string(),
  database: z.string(),
  tls: z.string().optional(),
})
const { tls, ...address } = link.parse((Resource as unknown as { Database: unknown }).Database)

/** The client of PostgreSQL as its manual opens it. It connects with the first statement. */
export const db = postgres({ ...address, max: 2, ssl: tls === 'off' ? false : 'verify-full' })

export const ask = async (): Promise<void> => void (await db`select 1`)
