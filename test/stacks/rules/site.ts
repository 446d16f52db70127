import { getBuild, getFunction, type Graph, listOfType } from '../graph.ts'
import type { Rule } from './rule.ts'

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

function findSiteFaults(graph: Graph): string[] {
  const { stage } = graph.app
  const built = graph.resources.find(({ name }) => name === 'SiteBuilder')
  const { VITE_API_URL: apiUrl = '' } = (built?.inputs['environment'] ?? {}) as Record<string, string>
  const { corsOrigins } = getBuild(graph, getFunction(graph, 'graphql')).links['Settings'] ?? {}
  return listOfType(graph, DISTRIBUTION).flatMap(({ name, inputs }) => {
    const policy = findContentPolicy(graph, inputs)
    const [alias = `${name.toLowerCase()}.cloudfront.net`] = inputs['aliases'] as string[]
    const apiOrigin = URL.parse(apiUrl)?.origin ?? 'no API'
    return [
      policy === undefined ? `${name} of ${stage} sends pages without a content policy` : '',
      policy?.includes(apiOrigin) === false ? `the pages of ${stage} may not ask ${apiOrigin}` : '',
      String(corsOrigins).split(',').includes(`https://${alias}`)
        ? ''
        : `the API of ${stage} answers no page of https://${alias}: add it to corsOrigins`,
    ].filter((fault) => fault !== '')
  })
}

/** The site sends its policy, may ask the API, and the API answers it. Previews have no site. */
export const findLostSites: Rule = ({ production, staging, preview, chosen }) => [
  ...[production, staging, chosen].flatMap(findSiteFaults),
  ...listOfType(preview, DISTRIBUTION).map(({ name }) => `${name} is in a preview, which has no site`),
]
