import { PAGE_KEY_PARAMETER } from '@pauta/clippings/releases/release-address'
import { getBuild, getFunction, type Graph, listOfType } from '../graph.ts'
import { every, inEach } from './rule.ts'

const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution'
const HEADERS = 'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy'

interface SecurityHeaders {
  contentSecurityPolicy?: { contentSecurityPolicy: string }
}

/** The content policy that a distribution sends with its pages. */
function findContentPolicy(graph: Graph, inputs: Record<string, unknown>): string | undefined {
  const { responseHeadersPolicyId: id } = inputs['defaultCacheBehavior'] as {
    responseHeadersPolicyId?: string
  }
  const headers = listOfType(graph, HEADERS).find(({ name }) => `${name}-id` === id)
  const { contentSecurityPolicy } = (headers?.inputs['securityHeadersConfig'] ?? {}) as SecurityHeaders
  return contentSecurityPolicy?.contentSecurityPolicy
}

/** The site sends its policy, may ask the API, and the API answers it. */
export const findLostSites = inEach((graph) => {
  const built = graph.resources.find(({ name }) => name === 'SiteBuilder')
  const { VITE_API_URL: apiUrl = '' } = (built?.inputs['environment'] ?? {}) as Record<string, string>
  const { corsOrigins } = getBuild(graph, getFunction(graph, 'graphql')).links['Settings'] ?? {}
  return listOfType(graph, DISTRIBUTION).flatMap(({ name, inputs }) => {
    const policy = findContentPolicy(graph, inputs)
    const [alias = `${name.toLowerCase()}.cloudfront.net`] = inputs['aliases'] as string[]
    const apiOrigin = URL.parse(apiUrl)?.origin ?? 'no API'
    return [
      policy === undefined ? `${name} sends pages without a content policy` : '',
      policy?.includes(apiOrigin) === false ? `the pages may not ask ${apiOrigin}` : '',
      String(corsOrigins).split(',').includes(`https://${alias}`)
        ? ''
        : `the API answers no page of https://${alias}: add it to corsOrigins`,
    ].filter((fault) => fault !== '')
  })
})

interface ForwardedParts {
  queryStringsConfig: { queryStrings: { items: string[] } }
}

/** The edge asks the API with the key of an edition that is not public, and stores an answer for each key. */
export const findLostKeys = every(
  'aws:cloudfront/cachePolicy:CachePolicy',
  ({ inputs }) => {
    const { queryStringsConfig } = inputs['parametersInCacheKeyAndForwardedToOrigin'] as ForwardedParts
    return queryStringsConfig.queryStrings.items.join() === PAGE_KEY_PARAMETER
  },
  `forwards something else than the parameter ${PAGE_KEY_PARAMETER}`,
)
