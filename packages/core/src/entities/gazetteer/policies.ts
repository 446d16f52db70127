import * as z from 'zod'
import { LIFECYCLE_PHASES, POLICY_DOMAINS } from '../entity-record.ts'
import rows from './policies.json' with { type: 'json' }

const policySchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  aliases: z.array(z.string()),
  description: z.string(),
  domain: z.enum(POLICY_DOMAINS),
  phase: z.enum(LIFECYCLE_PHASES),
  /** Canonical names of laws in laws.json. */
  laws: z.array(z.string()),
  /** Keys of agencies in the catalogue. */
  agencies: z.array(z.string()),
  population: z.array(z.string()),
  instanceOf: z.string(),
  firstMentioned: z.string().optional(),
})

/** Federal policies in news. Phases are those of mid-2026. */
export const POLICIES = z.array(policySchema).parse(rows)
