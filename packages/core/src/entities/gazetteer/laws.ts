import * as z from 'zod'
import rows from './laws.json' with { type: 'json' }

/** The main federal laws in news: id, name, other names (including number with year). */
export const LAWS = z.array(z.tuple([z.string(), z.string()], z.string())).parse(rows)
