// `npm run generate`: reads the SDL of each noun and writes the type definitions as a module, the resolver types, and
// the printed contract for reviews.
import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codegen } from '@graphql-codegen/core'
import * as typescriptPlugin from '@graphql-codegen/typescript'
import * as resolversPlugin from '@graphql-codegen/typescript-resolvers'
import { mergeTypeDefs } from '@graphql-tools/merge'
import {
  buildASTSchema,
  getDirectiveValues,
  isObjectType,
  print,
  printSchema,
  stripIgnoredCharacters,
  visit,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'

const FOLDER = import.meta.dirname
const HEADER = '// Made by `npm run generate`. Do not edit.\n'

const TYPES_CONFIG = {
  useTypeImports: true,
  enumsAsTypes: true,
  // GraphQL sets the defaults of inputs before a resolver runs.
  avoidOptionals: { defaultValue: true },
  defaultMapper: 'Partial<{T}>',
  contextType: '../request/context.ts#Context',
  mappers: {
    Article: '@pauta/core/search-index/article-document#IndexDocument',
    SearchSuggestion: '@pauta/core/search-index/suggestions#SuggestedTitle',
    ArticleFeatures: '@pauta/core/articles/article#Features',
    EntityType: '@pauta/core/articles/article#FeatureEntity',
    NewsRecordType: '@pauta/core/articles/article#ArticleRow',
    TypesenseDocRecordType: '@pauta/core/search-index/records#IndexRecord',
    BigQueryRecordType: '@pauta/core/search-index/records#ArticleRecord',
    Clipping: '@pauta/clippings/clippings/clipping#Clipping as ClippingRecord',
    UserSubscription: '@pauta/clippings/subscriptions/subscription#Subscription as SubscriptionRecord',
    Release: '@pauta/clippings/releases/release#Release as ReleaseRecord',
    MarketplaceListing: '@pauta/clippings/marketplace/listing#Listing as ListingRecord',
    FollowedListing: '@pauta/clippings/marketplace/listing#FollowedListing as FollowedListingRecord',
    ContentAnnotation: '@pauta/core/articles/article#FeatureAnnotation',
  },
  scalars: {
    DateTime: { input: 'string', output: 'Date' },
    JSON: { input: 'unknown', output: 'unknown' },
  },
}

const DIRECTIVES_FILE = 'schema/directives.graphql'
/** Our directives on fields. `@deprecated` is part of the contract. */
const OURS = new Set(['cacheControl', 'cost', 'listSize'])

/** Throws for an argument or a value that the definition of a directive does not allow. */
function assertDirectives(schema: GraphQLSchema): void {
  const directives = schema.getDirectives().filter(({ name }) => OURS.has(name))
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType))
    for (const { astNode } of Object.values(type.getFields()))
      for (const directive of directives) if (astNode) getDirectiveValues(directive, astNode)
}

/** The SDL without our directives, which are no part of the contract. */
const withoutDirectives = (document: DocumentNode): DocumentNode =>
  visit(document, { Directive: ({ name }) => (OURS.has(name.value) ? null : undefined) })

/** Returns every generated file by its path below `functions/graphql`. */
export async function generate(): Promise<Map<string, string>> {
  const files = globSync('schema/**/*.graphql', { cwd: FOLDER }).sort()
  const read = (file: string) => readFile(join(FOLDER, file), 'utf8')
  const document = mergeTypeDefs(
    await Promise.all(files.filter((file) => file !== DIRECTIVES_FILE).map(read)),
  )
  assertDirectives(buildASTSchema(mergeTypeDefs([document, await read(DIRECTIVES_FILE)])))
  const publicDocument = withoutDirectives(document)
  const contract = printSchema(buildASTSchema(publicDocument))
  const types = await codegen({
    documents: [],
    schema: publicDocument,
    filename: 'resolvers-types.ts',
    config: TYPES_CONFIG,
    plugins: [{ typescript: {} }, { resolvers: {} }],
    pluginMap: { typescript: typescriptPlugin, resolvers: resolversPlugin },
  })
  return new Map([
    ['contract.graphql', `${contract}\n`],
    // Every cold start reads this module, so descriptions are left out. It has our directives without their definitions,
    // so introspection does not list them.
    [
      'generated/type-defs.ts',
      `${HEADER}export const typeDefs = ${JSON.stringify(stripIgnoredCharacters(print(document)))}\n`,
    ],
    ['generated/resolvers-types.ts', `${HEADER}${types}\n`],
  ])
}

if (process.argv[1] === import.meta.filename) {
  await mkdir(join(FOLDER, 'generated'), { recursive: true })
  for (const [file, text] of await generate()) await writeFile(join(FOLDER, file), text)
}
