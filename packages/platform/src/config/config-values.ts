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

/** What `refine` takes for fields of which either all or none are given. */
export function together<Field extends string>(...fields: readonly [Field, Field, ...Field[]]) {
  const names = `${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`
  return [
    (section: Readonly<Record<Field, string | readonly string[]>>) =>
      new Set(fields.map((field) => section[field].length === 0)).size === 1,
    `give ${names} together, or none of them`,
  ] as const
}
