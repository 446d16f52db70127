import { listPageHeaders } from '../packages/observatory/page-headers.ts'
import { nameIn } from './domain.ts'
import type { StageSettings } from './stage-settings.ts'

/** Headers that CloudFront takes in fields of their own and refuses as custom headers. */
const SECURITY_HEADERS = new Set(['content-security-policy', 'referrer-policy', 'x-content-type-options'])
/** Two years, the least with which browsers remember a site before its first visit. */
const HTTPS_SECONDS = 63_072_000

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

function makeHeaders(
  { site, userIdentity, serviceIdentity }: StageSettings,
  apiUrl: $util.Input<string>,
): aws.cloudfront.ResponseHeadersPolicy {
  const headers = $output(apiUrl).apply((url) =>
    listPageHeaders({
      apiUrl: url,
      issuer: site.clientId === '' ? '' : userIdentity.issuer,
      operatorIssuer: site.operatorClientId === '' ? '' : serviceIdentity.issuer,
      others: site.loginOrigins,
    }),
  )
  return new aws.cloudfront.ResponseHeadersPolicy('SiteHeaders', {
    name: `${$app.name}-${$app.stage}-site`,
    securityHeadersConfig: {
      strictTransportSecurity: { accessControlMaxAgeSec: HTTPS_SECONDS, override: true },
      contentSecurityPolicy: {
        contentSecurityPolicy: headers['content-security-policy'],
        override: true,
      },
      contentTypeOptions: { override: true },
      referrerPolicy: { referrerPolicy: headers['referrer-policy'], override: true },
    },
    customHeadersConfig: {
      items: headers.apply((all) =>
        Object.entries(all)
          .filter(([name]) => !SECURITY_HEADERS.has(name))
          .map(([header, value]) => ({ header, value, override: true })),
      ),
    },
  })
}

/**
 * The observatory: static files in a private bucket behind CloudFront. Paths without a file get the first page, as the
 * pages have paths of their own.
 */
export function makeSite(settings: StageSettings, apiUrl: $util.Input<string>): Site {
  const { site, userIdentity, serviceIdentity } = settings
  if (!site.enabled) return {}
  const headers = makeHeaders(settings, apiUrl)
  const made = new sst.aws.StaticSite('Site', {
    path: 'packages/observatory',
    build: { command: 'node build.ts', output: 'dist' },
    // SST writes types of the variables; the site has its own.
    vite: { types: '../../.sst/observatory-env.d.ts' },
    environment: {
      VITE_API_URL: apiUrl,
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
      },
    },
  })
  return { site: made }
}
