import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runInNewContext } from 'node:vm'
import { GATEWAY_TIMEOUT_SECONDS } from '@pauta/platform/endpoints/define-endpoint'
import { describe, expect, it } from 'vitest'
import { getBuild, getFunction, getOne, type Graph, listOfType, revealed, type Stages } from './graph.ts'
import { ROOT } from './platform.ts'
import { CHOSEN, ELSEWHERE, SITE_ELSEWHERE } from './stage-settings.ts'

const SITE_NAME = 'noticias.exemplo.org'

const DISTRIBUTION = 'aws:cloudfront/distribution:Distribution'
const BUILD = 'command:local:Command'

const originsOf = (graph: Graph) =>
  getBuild(graph, getFunction(graph, 'graphql')).links['Settings']?.['corsOrigins']

const siteUrlOf = (graph: Graph) =>
  getBuild(graph, getFunction(graph, 'feeds')).links['Settings']?.['siteUrl']

const headersOf = (graph: Graph, name = 'SiteHeaders') =>
  getOne(graph, 'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy', new RegExp(`^${name}$`)).inputs

interface Behavior {
  pathPattern: string
  targetOriginId: string
}

interface Origin {
  originId: string
  domainName: string
  originPath?: string
}

interface EdgeEvent {
  request: { uri: string; method: string; headers: Record<string, { value: string }>; querystring: object }
}

/** Runs the function that CloudFront runs for each request, and returns the path of the file in the bucket. */
async function routeAtEdge(graph: Graph, uri: string): Promise<string> {
  const { code } = getOne(graph, 'aws:cloudfront/function:Function', /^Site.*Request/).inputs
  const { entries, namespace } = (graph.resources.find(({ name }) => name.endsWith('sst.aws.KvKeys'))
    ?.inputs ?? {}) as { entries: Record<string, string>; namespace: string }
  const kvs = () => ({
    async get(key: string) {
      const value = entries[key.replace(`${namespace}:`, '')]
      if (value === undefined) throw new Error('KeyNotFound')
      return value
    },
  })
  const cloudfront = { kvs, updateRequestOrigin: () => undefined }
  const text = String(code).replace(/^\s*import cf from ["']cloudfront["'];?/, '')
  const handler = runInNewContext(`${text}\nhandler`, { cf: cloudfront, Buffer }) as (
    event: EdgeEvent,
  ) => Promise<EdgeEvent['request']>
  const request = { uri, method: 'GET', headers: { host: { value: 'site.example' } }, querystring: {} }
  const routed = await handler({ request })
  const { s3 } = JSON.parse(entries['metadata'] ?? '{}') as { s3: { dir: string } }
  return routed.uri.replace(s3.dir, '')
}

export function checkSite(stages: () => Stages): void {
  describe('the site', () => {
    it('is one distribution of production and staging, and none of a preview', () => {
      const { production, staging, preview } = stages()
      for (const graph of [production, staging]) expect(listOfType(graph, DISTRIBUTION)).toHaveLength(1)
      expect(listOfType(preview, DISTRIBUTION)).toEqual([])
      expect(preview.resources.filter(({ name }) => name.startsWith('Site'))).toEqual([])
    })

    it('redirects to HTTPS, accepts only requests that read, and sends its headers with every file', () => {
      const { production } = stages()
      const { defaultCacheBehavior } = getOne(production, DISTRIBUTION, /./).inputs
      expect(defaultCacheBehavior).toMatchObject({
        viewerProtocolPolicy: 'redirect-to-https',
        allowedMethods: ['GET', 'HEAD', 'OPTIONS'],
        compress: true,
        responseHeadersPolicyId: 'SiteHeaders-id',
      })
      expect(headersOf(production)).toMatchObject({
        name: 'pauta-production-site',
        securityHeadersConfig: {
          strictTransportSecurity: { override: true },
          contentTypeOptions: { override: true },
          referrerPolicy: { referrerPolicy: 'strict-origin-when-cross-origin' },
        },
        customHeadersConfig: {
          items: [{ header: 'permissions-policy', value: expect.stringContaining('camera=()') as string }],
        },
      })
    })

    it('has the pages that functions make on its own host, with its headers where they have none', () => {
      const { chosen, production } = stages()
      const { orderedCacheBehaviors, customErrorResponses } = getOne(chosen, DISTRIBUTION, /./).inputs
      const behaviors = orderedCacheBehaviors as Behavior[]
      expect(behaviors.map(({ pathPattern }) => pathPattern)).toEqual(
        expect.arrayContaining([
          '/noticias/*',
          '/orgaos/*',
          '/temas/*',
          '/entidades/*',
          '/recortes/*',
          '/robots.txt',
          '/sitemap.xml',
          '/sitemaps/*',
          '/licenca',
        ]),
      )
      // Without an application for more, CloudFront has 25 behaviours of a distribution.
      expect(behaviors.length).toBeLessThan(25)
      for (const behavior of behaviors)
        expect(behavior).toMatchObject({
          targetOriginId: 'api',
          allowedMethods: ['GET', 'HEAD'],
          responseHeadersPolicyId: 'SitePagesHeaders-id',
        })
      const security = headersOf(chosen, 'SitePagesHeaders')['securityHeadersConfig']
      expect(security).toMatchObject({ contentSecurityPolicy: { override: false } })
      // What the API refuses or fails to answer becomes the site's page, whose script asks again.
      expect(customErrorResponses).toContainEqual(
        expect.objectContaining({ errorCode: 503, responseCode: 503, responsePagePath: '/index.html' }),
      )
      const originOf = (graph: Graph) =>
        (getOne(graph, DISTRIBUTION, /./).inputs['origins'] as Origin[]).find(
          ({ originId }) => originId === 'api',
        )
      expect(originOf(chosen)).toMatchObject({
        domainName: 'api.exemplo.org',
        originPath: '',
        customOriginConfig: {
          httpsPort: 443,
          originProtocolPolicy: 'https-only',
          // A page takes as long as its function may.
          originReadTimeout: GATEWAY_TIMEOUT_SECONDS + 1,
          originSslProtocols: ['TLSv1.2'],
        },
      })
      expect(originOf(production)?.originPath).toMatch(/^\/[^/]+$/)
    })

    it('may ask the API and the issuers of its logins, and no other host', () => {
      const policyOf = (graph: Graph) => JSON.stringify(headersOf(graph)['securityHeadersConfig'])
      const issuers = `${CHOSEN.userIdentity.issuer} ${CHOSEN.serviceIdentity.issuer}`
      expect(policyOf(stages().chosen)).toContain(
        `connect-src 'self' https://api.exemplo.org ${issuers} https://tokens.example;`,
      )
      expect(policyOf(stages().staging)).toContain(`connect-src 'self' https://${ELSEWHERE.name};`)
    })

    it('is built for the API and the clients of its stage', () => {
      const { production, chosen } = stages()
      const build = getOne(chosen, BUILD, /^Site/).inputs
      expect(build).toMatchObject({
        create: 'node build.ts',
        environment: {
          VITE_API_URL: 'https://api.exemplo.org',
          VITE_ISSUER: CHOSEN.userIdentity.issuer,
          VITE_CLIENT_ID: 'portal-client',
          VITE_OPERATOR_ISSUER: CHOSEN.serviceIdentity.issuer,
          VITE_OPERATOR_CLIENT_ID: 'operators',
          VITE_DOCS_URL: 'https://docs.example/pauta',
          VITE_PUBLISHER_HEAD: expect.stringContaining(
            '<meta name="application-name" content="Pauta">',
          ) as string,
        },
      })
      const { environment } = getOne(production, BUILD, /^Site/).inputs as {
        environment: Record<string, string>
      }
      expect(environment['VITE_API_URL']).toMatch(/^https:\/\/.*[^/]$/)
      const cwd = join(ROOT, 'packages/observatory')
      const used = globSync(['src/**/*.{ts,tsx}', 'vite.config.ts', 'index.html'], { cwd }).flatMap(
        (file) => readFileSync(join(cwd, file), 'utf8').match(/\bVITE_\w+/g) ?? [],
      )
      expect(new Set(used)).toEqual(new Set(Object.keys(environment)))
    })

    it('keeps assets for a year, revalidates every other file, and leaves no older page at the edges', () => {
      const { production } = stages()
      const upload = production.resources.find(({ name }) => name.endsWith('sst.aws.BucketFiles'))
      const files = upload?.inputs['files'] as { key: string; cacheControl: string }[]
      const ages = Map.groupBy(files, ({ key }) => key.startsWith('assets/'))
      const agesOf = (isAsset: boolean) => new Set(ages.get(isAsset)?.map(({ cacheControl }) => cacheControl))
      expect(agesOf(false)).toEqual(new Set(['no-cache']))
      expect(agesOf(true)).toEqual(new Set(['public,max-age=31536000,immutable']))
      // A reader with an older page open can still load its parts.
      expect(upload?.inputs['purge']).toBe(false)
      const renewal = production.resources.find(({ name }) => name.endsWith('DistributionInvalidation'))
      expect(renewal?.inputs).toMatchObject({ paths: ['/*'] })
    })

    it.each([
      ['/', '/index.html'],
      ['/temas/03', '/index.html'],
      ['/temas/03.02.01', '/index.html'],
      ['/noticias/a.b', '/index.html'],
      ['/site.json', '/site.json'],
    ])('routes %s to the file %s, also where a page has a dot in its address', async (uri, file) => {
      expect(await routeAtEdge(stages().production, uri)).toBe(file)
    })

    it('has its files in a private bucket that only CloudFront reads', () => {
      const { production } = stages()
      expect(
        getOne(production, 'aws:s3/bucketPublicAccessBlock:BucketPublicAccessBlock', /^Site/).inputs,
      ).toMatchObject({ blockPublicAcls: true, blockPublicPolicy: true, restrictPublicBuckets: true })
      const policy = JSON.stringify(
        revealed(getOne(production, 'aws:s3/bucketPolicy:BucketPolicy', /^Site/).inputs['policy']),
      )
      expect(policy).toContain('cloudfront.amazonaws.com')
      expect(policy).not.toContain('"*"],"type":"AWS"},"effect":"Allow"')
    })

    it('has its own name in Route 53, a name elsewhere, or the address of CloudFront', () => {
      const { production, staging, chosen } = stages()
      const aliasesOf = (graph: Graph) => getOne(graph, DISTRIBUTION, /./).inputs['aliases']
      expect(aliasesOf(chosen)).toEqual([SITE_NAME])
      expect(aliasesOf(staging)).toEqual([SITE_ELSEWHERE.name])
      expect(aliasesOf(production)).toEqual([])
      const certificates = listOfType(chosen, 'aws:acm/certificate:Certificate')
      expect(certificates.map(({ inputs }) => inputs['domainName'])).toContain(SITE_NAME)
      expect(getOne(staging, DISTRIBUTION, /./).inputs['viewerCertificate']).toMatchObject({
        acmCertificateArn: SITE_ELSEWHERE.certificateArn,
      })
    })

    it('is an origin from which browsers may call the API', () => {
      const { production, staging, preview, chosen } = stages()
      expect(originsOf(chosen)).toBe([...CHOSEN.corsOrigins, `https://${SITE_NAME}`].join(','))
      expect(originsOf(staging)).toBe(`https://${SITE_ELSEWHERE.name}`)
      expect(originsOf(production)).toMatch(/^https:\/\/[^,/]+$/)
      expect(originsOf(preview)).toBe('')
      // Feeds lead to the site.
      expect(siteUrlOf(chosen)).toBe(`https://${SITE_NAME}`)
      expect(siteUrlOf(production)).toMatch(/^https:\/\/[^,/]+$/)
      expect(siteUrlOf(preview)).toBe('')
      // The gateway's own answers name the first origin.
      const answer = getOne(staging, 'aws:apigateway/response:Response', /Throttled/).inputs
      expect(JSON.stringify(answer)).toContain(`https://${SITE_ELSEWHERE.name}`)
    })
  })
}
