import * as z from 'zod'
import rows from './agencies.json' with { type: 'json' }

const agencyEntitySchema = z.tuple([z.string(), z.string()], z.string())

/**
 * The catalogue's agencies in the registry: agency key, fixed entity id, and other names in news, including former
 * names.
 */
export const AGENCY_ENTITIES = z.array(agencyEntitySchema).parse(rows)
