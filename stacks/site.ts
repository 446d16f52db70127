import { endpoints } from '../functions/endpoints.ts'
import { listPageHeaders } from '../packages/observatory/page-headers.ts'
import { listRoutes } from '../packages/platform/src/endpoints/define-endpoint.ts'
import { publisherSchema } from '../packages/platform/src/config/publisher.ts'
import { renderPublisherHead, SITE_TITLE } from '../packages/platform/src/site/site-page.ts'
import { nameIn } from './domain.ts'
import { pascalCase } from './pascal-case.ts'
import type { StageSettings } from './stages/stage-settings.ts'

/** Headers that CloudFront takes in fields of their own and refuses as custom headers. */
const SECURITY_HEADERS = new Set(['content-security-policy', 'referrer-policy', 'x-content-type-options'])
/** Two years, the least with which browsers remember a site before its first visit. */
const HTTPS_SECONDS = 63_072_000

/** As long as the slowest change of a page made by a function, robots.txt, may be stored. */
const PAGE_CACHE_SECONDS = 3600
/** Parameter of the key of a release that is not public. */
const PAGE_KEY = 'chave'

/** The observatory of a stage that has one. */
export interface Site {
  site?: sst.aws.StaticSite
}

/**
 * The origins of browsers that are known before a deployment: those of the settings, and the site's where it has a name
 * of its own. The gateway's own answers can name one origin only, the first.
 */
export function listKnownOrigins({ corsOrigins, site }: StageSettings): string[] {
  const named = site.enabled && site.domain.kind !== 'none' ? [`https://${site.domain.name}`] : []
  return [...corsOrigins, ...named]
}

/** Base of the site's pages, without a slash at its end; empty on a stage without a site. */
export function siteUrlOf({ site: { domain } }: StageSettings, { site }: Site): $util.Input<string> {
  if (!site) return ''
  return domain.kind === 'none' ? site.url.apply((url) => url.replace(/\/$/, '')) : `https://${domain.name}`
}

/** The origins from which browsers may call the API, joined by commas. */
export function joinOrigins(settings: StageSettings, { site }: Site): $util.Input<string> {
  const known = listKnownOrigins(settings)
  if (!site || settings.site.domain.kind !== 'none') return known.join(',')
  return site.url.apply((url) => [...known, url].join(','))
}

/**
 * Makes the headers of the site. Those of its files replace what the bucket sends; those of pages that a function makes
 * are added where the function sends none, because some of its pages have stricter ones.
 */
function makeHeaders(
  { site, userIdentity, serviceIdentity, publisher }: StageSettings,
  apiUrl: $util.Input<string>,
  { name, override }: { name: string; override: boolean },
): aws.cloudfront.ResponseHeadersPolicy {
  const headers = $output(apiUrl).apply((url) =>
    listPageHeaders({
      apiUrl: url,
      issuer: site.clientId === '' ? '' : userIdentity.issuer,
      operatorIssuer: site.operatorClientId === '' ? '' : serviceIdentity.issuer,
      others: site.loginOrigins,
      markUrl: publisher.markUrl ?? '',
    }),
  )
  return new aws.cloudfront.ResponseHeadersPolicy(pascalCase(`${name}-headers`), {
    name: `${$app.name}-${$app.stage}-${name}`,
    securityHeadersConfig: {
      strictTransportSecurity: { accessControlMaxAgeSec: HTTPS_SECONDS, override: true },
      contentSecurityPolicy: {
        contentSecurityPolicy: headers['content-security-policy'],
        override,
      },
      contentTypeOptions: { override },
      referrerPolicy: { referrerPolicy: headers['referrer-policy'], override },
    },
    customHeadersConfig: {
      items: headers.apply((all) =>
        Object.entries(all)
          .filter(([name]) => !SECURITY_HEADERS.has(name))
          .map(([header, value]) => ({ header, value, override })),
      ),
    },
  })
}

const API_ORIGIN = 'api'

/** The API as an origin of the site. The address of API Gateway has the stage as its path. */
const describeApiOrigin = (apiUrl: string) => {
  const { hostname, pathname } = new URL(apiUrl)
  return {
    originId: API_ORIGIN,
    domainName: hostname,
    originPath: pathname.replace(/\/$/, ''),
    customOriginConfig: {
      httpPort: 80,
      httpsPort: 443,
      originProtocolPolicy: 'https-only',
      originReadTimeout: 30,
      originSslProtocols: ['TLSv1.2'],
    },
  }
}

/** Paths of the site that functions answer, in the form of CloudFront. */
const listServedPaths = (): string[] =>
  endpoints
    .filter(({ isOnSite }) => isOnSite)
    .flatMap((endpoint) => listRoutes(endpoint))
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace('{proxy+}', '*'))

/** Answers of the API that a reader gets when it fails or refuses: the site's page, whose script asks again. */
const FAILED_STATUSES = [403, 500, 502, 503, 504]

/** The keys of releases are in the query. No answer depends on another part of a request. */
const makePageCache = (): aws.cloudfront.CachePolicy =>
  new aws.cloudfront.CachePolicy('SitePageCache', {
    name: `${$app.name}-${$app.stage}-site-pages`,
    minTtl: 0,
    defaultTtl: 0,
    maxTtl: PAGE_CACHE_SECONDS,
    parametersInCacheKeyAndForwardedToOrigin: {
      cookiesConfig: { cookieBehavior: 'none' },
      headersConfig: { headerBehavior: 'none' },
      queryStringsConfig: { queryStringBehavior: 'whitelist', queryStrings: { items: [PAGE_KEY] } },
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    },
  })

/**
 * The observatory: static files in a private bucket behind CloudFront, and the pages that a function makes. Other paths
 * without a file get the first page, as the pages have paths of their own.
 */
export function makeSite(settings: StageSettings, apiUrl: $util.Input<string>): Site {
  const { site, userIdentity, serviceIdentity } = settings
  if (!site.enabled) return {}
  const headers = makeHeaders(settings, apiUrl, { name: 'site', override: true })
  const pageHeaders = makeHeaders(settings, apiUrl, { name: 'site-pages', override: false })
  const pageCache = makePageCache()
  const made = new sst.aws.StaticSite('Site', {
    path: 'packages/observatory',
    build: { command: 'node build.ts', output: 'dist' },
    // SST writes types of the variables; the site has its own.
    vite: { types: '../../.sst/observatory-env.d.ts' },
    environment: {
      VITE_API_URL: apiUrl,
      VITE_PUBLISHER_HEAD: renderPublisherHead(publisherSchema.parse(settings.publisher), SITE_TITLE),
      VITE_ISSUER: userIdentity.issuer,
      VITE_CLIENT_ID: site.clientId,
      VITE_OPERATOR_ISSUER: serviceIdentity.issuer,
      VITE_OPERATOR_CLIENT_ID: site.operatorClientId,
      VITE_DOCS_URL: site.docsUrl,
    },
    // CloudFront reads certificates only from us-east-1. SST makes it there.
    ...nameIn(site.domain),
    assets: {
      // A reader with an older page open still loads the parts of that page.
      purge: false,
      // Later entries win. Vite puts a hash of the contents into the names of assets.
      fileOptions: [
        { files: '**', cacheControl: 'no-cache' },
        { files: 'assets/**', cacheControl: 'public,max-age=31536000,immutable' },
      ],
    },
    transform: {
      // CloudFront alone reads the bucket. The default would allow every origin.
      assets: { cors: false },
      cdn: (args) => {
        // The functions need the address alone, which exists minutes before every edge has the distribution.
        args.wait = false
        args.defaultCacheBehavior = $output(args.defaultCacheBehavior).apply((behavior) => ({
          ...behavior,
          allowedMethods: ['GET', 'HEAD', 'OPTIONS'],
          responseHeadersPolicyId: headers.id,
        }))
        args.origins = $util
          .all([args.origins, apiUrl])
          .apply(([origins, url]) => [...origins, describeApiOrigin(url)])
        args.orderedCacheBehaviors = listServedPaths().map((pathPattern) => ({
          pathPattern,
          targetOriginId: API_ORIGIN,
          viewerProtocolPolicy: 'redirect-to-https',
          allowedMethods: ['GET', 'HEAD'],
          cachedMethods: ['GET', 'HEAD'],
          compress: true,
          cachePolicyId: pageCache.id,
          responseHeadersPolicyId: pageHeaders.id,
        }))
        args.customErrorResponses = FAILED_STATUSES.map((errorCode) => ({
          errorCode,
          responseCode: errorCode,
          responsePagePath: '/index.html',
          errorCachingMinTtl: 0,
        }))
      },
    },
  })
  return { site: made }
}
