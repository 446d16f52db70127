// `npm run generate`: reads the SDL of each noun and writes the type definitions and their descriptions as modules, the
// resolver types, the descriptions of arguments for MCP, and the printed contract for reviews.
import { globSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codegen } from '@graphql-codegen/core'
import * as typescriptPlugin from '@graphql-codegen/typescript'
import * as resolversPlugin from '@graphql-codegen/typescript-resolvers'
import { mergeTypeDefs } from '@graphql-tools/merge'
import {
  buildASTSchema,
  getDirectiveValues,
  isObjectType,
  parse,
  print,
  printSchema,
  stripIgnoredCharacters,
  visit,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql'
import { inheritDescriptions } from './schema/inherit-descriptions.ts'
import { groupArgumentTexts, listDescriptions, withoutDescriptions } from './schema/list-descriptions.ts'

const FOLDER = import.meta.dirname
const HEADER = '// Made by `npm run generate`. Do not edit.\n'

const TYPES_CONFIG = {
  useTypeImports: true,
  enumsAsTypes: true,
  // Readers of resolvers find them in the SDL.
  disableDescriptions: true,
  // GraphQL sets the defaults of inputs before a resolver runs. A resolver returns every field of a type without mapper,
  // so that a field of the SDL without code does not compile.
  avoidOptionals: { field: true, defaultValue: true },
  contextType: '../request/context.ts#Context',
  mappers: {
    Article: '@pauta/core/search-index/collection#IndexDocument',
    Story: '@pauta/core/stories/queries#ArticleStory',
    SearchSuggestion: '@pauta/core/search-index/suggestions#SuggestedTitle',
    EntityNode: '@pauta/core/entities/queries#EntityProfile',
    EntityType: '@pauta/core/articles/article#FeatureEntity',
    NewsRecordType: '@pauta/core/articles/article#ArticleRow',
    TypesenseDocRecordType: '@pauta/core/features/records#IndexRecord',
    BigQueryRecordType: '@pauta/core/features/records#ArticleRecord',
    Alert: '@pauta/clippings/alerts/alert#Alert as AlertRecord',
    Clipping: '@pauta/clippings/clippings/clipping#Clipping as ClippingRecord',
    UserSubscription: '@pauta/clippings/subscriptions/subscription#Subscription as SubscriptionRecord',
    Release: '@pauta/clippings/releases/release#Release as ReleaseRecord',
    ReleaseChange: '@pauta/clippings/releases/release-change#ShownChange',
    MarketplaceListing: '@pauta/clippings/marketplace/listing#Listing as ListingRecord',
    FollowedListing: '@pauta/clippings/marketplace/listing#FollowedListing as FollowedListingRecord',
    ContentAnnotation: '@pauta/core/articles/article#FeatureAnnotation',
    PushFiltersData: 'object',
    ArticleEvent: '@pauta/core/history/queries#ArticleEvent as ArticleEventRecord',
    ArticleVersionEntry: '@pauta/core/history/queries#VersionEntry',
    ArticleVersion: '@pauta/core/history/queries#ArticleVersion as ArticleVersionRecord',
    ArticleDiff: '@pauta/core/history/read-diff#ArticleDiff as ArticleDiffRecord',
    DiffPart: '@pauta/core/history/diff-words#DiffPart as DiffPartRecord',
  },
  scalars: {
    DateTime: { input: 'string', output: 'Date' },
    JSON: { input: 'unknown', output: 'unknown' },
  },
}

const DIRECTIVES_FILE = 'schema/directives.graphql'
/** Only its descriptions are read: every schema has these definitions. */
const STANDARD_FILE = 'schema/standard.graphql'
const NOT_MERGED = new Set([DIRECTIVES_FILE, STANDARD_FILE])
/** Packages may not import functions, so the tools of MCP get the descriptions of their arguments as a copy. */
const ARGUMENT_TEXTS_FILE = '../../packages/syndication/src/mcp/generated/argument-texts.ts'

/** A module with one constant for each query and input type, so that bundles contain only those that are used. */
const writeArgumentTexts = (document: DocumentNode): string =>
  [...groupArgumentTexts(document)]
    .map(([name, texts]) => `export const ${name} = ${JSON.stringify(texts, null, 2)} as const\n`)
    .join('')

/** Our directives. `@deprecated` is part of the contract. */
const OURS = new Set(['cacheControl', 'cost', 'listSize', 'describedBy'])

/** Throws for an argument or a value that the definition of a directive does not allow. */
function assertDirectives(schema: GraphQLSchema): void {
  const directives = schema.getDirectives().filter(({ name }) => OURS.has(name))
  for (const type of Object.values(schema.getTypeMap()).filter(isObjectType))
    for (const { astNode } of Object.values(type.getFields()))
      for (const directive of directives) if (astNode) getDirectiveValues(directive, astNode)
}

/** The SDL without some directives: ours are no part of the contract. */
const withoutDirectives = (document: DocumentNode, names: ReadonlySet<string>): DocumentNode =>
  visit(document, { Directive: ({ name }) => (names.has(name.value) ? null : undefined) })

/** Returns every generated file by its path below `functions/graphql`. */
export async function generate(): Promise<Map<string, string>> {
  const files = globSync('schema/**/*.graphql', { cwd: FOLDER }).sort()
  const read = (file: string) => readFile(join(FOLDER, file), 'utf8')
  const written = mergeTypeDefs(await Promise.all(files.filter((file) => !NOT_MERGED.has(file)).map(read)))
  const document = inheritDescriptions(written)
  assertDirectives(buildASTSchema(mergeTypeDefs([document, await read(DIRECTIVES_FILE)])))
  const publicDocument = withoutDirectives(document, OURS)
  const contract = printSchema(buildASTSchema(publicDocument))
  const types = await codegen({
    documents: [],
    schema: publicDocument,
    filename: 'resolvers-types.ts',
    config: TYPES_CONFIG,
    plugins: [{ typescript: {} }, { resolvers: {} }],
    pluginMap: { typescript: typescriptPlugin, resolvers: resolversPlugin },
  })
  const plain = withoutDirectives(withoutDescriptions(document), new Set(['describedBy']))
  const definitions = stripIgnoredCharacters(print(plain))
  const descriptions = new Map([
    ...listDescriptions(document),
    ...listDescriptions(parse(await read(STANDARD_FILE))),
  ])
  return new Map([
    ['contract.graphql', `${contract}\n`],
    // Every cold start parses this text. With descriptions it is four times as long. It has our directives without
    // their definitions, so introspection does not list them.
    ['generated/type-defs.ts', `${HEADER}export const typeDefs = ${JSON.stringify(definitions)}\n`],
    [
      'generated/descriptions.ts',
      `${HEADER}export const descriptions: Record<string, string> = ${JSON.stringify(Object.fromEntries(descriptions), null, 2)}\n`,
    ],
    [ARGUMENT_TEXTS_FILE, `${HEADER}${writeArgumentTexts(document)}`],
    ['generated/resolvers-types.ts', `${HEADER}${types}\n`],
  ])
}

if (process.argv[1] === import.meta.filename) {
  for (const [file, text] of await generate()) {
    await mkdir(dirname(join(FOLDER, file)), { recursive: true })
    await writeFile(join(FOLDER, file), text)
  }
}
