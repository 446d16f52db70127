import * as z from 'zod'
import rows from './events.json' with { type: 'json' }

/** Recurring and single events: id, name, description, other names. */
export const EVENTS = z.array(z.tuple([z.string(), z.string(), z.string()], z.string())).parse(rows)
