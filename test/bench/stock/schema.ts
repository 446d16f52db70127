// The schema and one resolver, as every GraphQL server of the cold-start benchmark gets them.
import { typeDefs as ownTypeDefs } from '@pauta/functions/graphql/generated/type-defs'
import { GraphQLScalarType } from 'graphql'
import { collection, index } from './search-index.ts'

interface Article {
  unique_id: string
  title: string
  url: string
  agency: string
  agency_name: string
  published_at: number
}

async function listArticles(_: unknown, { limit }: { limit: number }) {
  const documents = index.collections<Article>(collection).documents()
  const { found, hits } = await documents.search({ q: '*', query_by: 'title', per_page: limit })
  return {
    found,
    articles: (hits ?? []).map(({ document }) => ({
      uniqueId: document.unique_id,
      title: document.title,
      url: document.url,
      agency: document.agency,
      agencyName: document.agency_name,
      publishedAt: new Date(document.published_at * 1000).toISOString(),
    })),
  }
}

export const resolvers = {
  DateTime: new GraphQLScalarType({ name: 'DateTime' }),
  Query: { articles: listArticles },
}

/** The directives of the schema. Our own server does not need their definitions. */
const directives = `
  directive @cacheControl(maxAge: Int, scope: CacheControlScope) on FIELD_DEFINITION enum CacheControlScope { PUBLIC PRIVATE }
  directive @listSize(assumedSize: Int, slicingArguments: [String!], maximum: Int, perPeriod: Boolean) on FIELD_DEFINITION
  directive @cost(weight: Int!, perRow: Float, perField: Float, arguments: [ArgumentCost!]) on FIELD_DEFINITION
  input ArgumentCost { name: String! unit: CostUnit! weight: Int! maximum: Int } enum CostUnit { CHARACTER WORD ITEM SET }`

export const typeDefs: string = `${directives}\n${ownTypeDefs}`
