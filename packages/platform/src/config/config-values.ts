import * as z from 'zod'

// Building blocks of the configuration's schemas. Optional values are blank when they are not set.

export const text = z.string().trim().min(1)
export const httpUrl = z.url({ protocol: /^https?$/ })
/** A list: an array, or a text with commas as in environment variables. */
export const commaList = z
  .union([z.string(), z.array(z.string())])
  .default([])
  .transform((value) =>
    (Array.isArray(value) ? value : value.split(','))
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  )
/** A list of origins as browsers write them: another spelling would never match. */
export const originList = commaList.refine(
  (origins) => origins.every((origin) => URL.parse(origin)?.origin === origin),
  'must be origins such as http://noticias.intra.example.gov.br:8080, without a path',
)
export const queue = z.object({ url: httpUrl })
export const rate = z.coerce.number().positive()
export const count = z.coerce.number().int().positive()
export const optionalText = z.string().trim().default('')
export const optionalUrl = z.union([z.literal(''), httpUrl]).default('')
export const optionalDataset = z
  .union([z.literal(''), z.string().regex(/^[\w.-]+\/[\w.-]+$/, 'must be owner/name')])
  .default('')

/** Returns the arguments of `refine` for fields that must be set together or not at all. */
export function together<Field extends string>(...fields: readonly [Field, Field, ...Field[]]) {
  const names = `${fields.slice(0, -1).join(', ')} and ${fields.at(-1)}`
  return [
    (section: Readonly<Record<Field, string | readonly string[]>>) =>
      new Set(fields.map((field) => section[field].length === 0)).size === 1,
    `give ${names} together, or none of them`,
  ] as const
}
