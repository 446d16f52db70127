import { isInputObjectType, isObjectType } from 'graphql'
import { expect, it } from 'vitest'
import { NO_URLS } from '@pauta/clippings/subscriptions/channels'
import { makeSchema } from '@pauta/functions/graphql/schema/schema'
import { sourceFiles } from '../kit/repository/source-files.ts'

const schema = makeSchema()
const resolvers = sourceFiles
  .filter(({ path }) => path.startsWith('functions/graphql/schema/'))
  .map(({ text }) => text)
  .join('\n')

/** The names that a rest takes. The compiler checks them: `urls` has one URL for each channel that needs one. */
const RESTS: Record<string, string[]> = { '...urls': Object.keys(NO_URLS) }

/** The resolvers of a type that a file declares in one object; fields of several types may have one name. */
const blocksOf = (type: string): string =>
  [...resolvers.matchAll(new RegExp(`^  ${type}: \\{\\n([^]*?)^  \\},`, 'gm'))]
    .map(([, body]) => body)
    .join('\n')

/** The names that each resolver of a field takes from its arguments: `field: (parent, { name, other }) =>`. */
function listTaken(text: string, field: string): string[][] {
  const resolver = new RegExp(
    `\\b${field}: (?:\\{\\s*subscribe: )?(?:async )?\\(\\s*(?:\\w+|\\{[^}]*\\}),\\s*(?:\\{([^}]*)\\}|\\w+)`,
    'g',
  )
  return [...text.matchAll(resolver)].map(([, pattern = '']) =>
    pattern.split(',').flatMap((part) => {
      const name = part.trim().split(':')[0] ?? ''
      return RESTS[name] ?? [name]
    }),
  )
}

// The compiler does not ask a resolver for its arguments: one that it leaves out would be accepted and change nothing.
// A name that is taken and not used is an error of the linter.
it('takes every argument of the SDL in the resolver of its field', () => {
  const declared = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(({ name }) => !name.startsWith('__'))
    .flatMap((type) =>
      Object.values(type.getFields()).map(({ name, args }) => ({ type: type.name, name, args })),
    )
    .filter(({ args }) => args.length > 0)
  expect(declared.length).toBeGreaterThan(40)
  const ignored = declared.flatMap(({ type, name, args }) => {
    const own = listTaken(blocksOf(type), name)
    const taken = own.length > 0 ? own : listTaken(resolvers, name)
    return args
      .filter((argument) => taken.length === 0 || taken.some((names) => !names.includes(argument.name)))
      .map((argument) => `${type}.${name}(${argument.name})`)
  })
  expect(
    ignored,
    'the SDL declares arguments that no code reads: write `field: (parent, { argument }, context) =>` and use them',
  ).toEqual([])
})

// A filter that an estimate lacks would make the number beside a form that of another recorte.
it.each(['clippingEstimate', 'estimateRecorteCount'])('%s takes every filter of a recorte', (name) => {
  const recorte = schema.getType('RecorteInput')
  const field = schema.getQueryType()?.getFields()[name]
  if (!isInputObjectType(recorte) || !field) throw new Error('The schema has neither recortes nor estimates')
  const others = new Set(['title', 'events', 'sinceHours'])
  const filtersOf = (inputs: readonly { name: string; description?: string | null | undefined }[]) =>
    Object.fromEntries(
      inputs
        .filter((input) => !others.has(input.name))
        .map(({ name: filter, description }) => [filter, description]),
    )
  expect(filtersOf(field.args)).toEqual(filtersOf(Object.values(recorte.getFields())))
})
