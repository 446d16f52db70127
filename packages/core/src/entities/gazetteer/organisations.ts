import * as z from 'zod'
import rows from './organisations.json' with { type: 'json' }

/** Bodies outside the catalogue that government news mentions often: id, name, other names. */
export const ORGANISATIONS = z.array(z.tuple([z.string(), z.string()], z.string())).parse(rows)
