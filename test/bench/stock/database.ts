import postgres from 'postgres'
import { Resource } from 'sst/resource'

interface DatabaseLink {
  host: string
  port: number
  username: string
  password: string
  database: string
  tls?: string
}

const { tls, ...address } = (Resource as unknown as { Database: DatabaseLink }).Database

/** The client of PostgreSQL as its manual opens it. It connects with the first statement. */
export const db = postgres({ ...address, max: 2, ssl: tls === 'off' ? false : 'verify-full' })
