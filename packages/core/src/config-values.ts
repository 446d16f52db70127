import * as z from 'zod'

// What the sections of the configuration are made of. What is optional is blank where nothing is given.

export const text = z.string().trim().min(1)
export const httpUrl = z.url({ protocol: /^https?$/ })
/** A list, which the environment writes with commas. */
export const commaList = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((value) =>
    (Array.isArray(value) ? value : value.split(','))
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
export const queue = z.object({ url: httpUrl })
export const rate = z.coerce.number().positive()
export const optionalText = z.string().trim().default('')
export const optionalUrl = z.union([z.literal(''), httpUrl]).default('')
export const optionalDataset = z
  .union([z.literal(''), z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')])
  .default('')
