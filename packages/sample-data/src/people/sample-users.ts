import { z } from 'zod'
import { readData } from '../read-data.ts'

/** The people of the sample data. Their login names are their subjects at the issuer. */
const SAMPLE_USERS = readData('people.json', z.record(z.string(), z.strictObject({ name: z.string() })))

/** Returns the claims of a person by user name. Any other name is a new person, created at the first login. */
export function describePerson(name: string): Record<string, unknown> {
  return {
    ...SAMPLE_USERS[name],
    preferred_username: name,
    email: `${name}@pauta.local`,
    email_verified: true,
  }
}

/** Returns the user names of the sample's people. */
export const listSampleNames = (): string[] => Object.keys(SAMPLE_USERS)
