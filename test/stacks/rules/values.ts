import type { Graph } from '../graph.ts'
import { inEach, listOwn } from './rule.ts'

/*
 * Values that no setting changes, with what another value would do. Most have a type that takes every value, so that a
 * slip deploys. Where a value has another side in the code, a rule of contracts.ts compares both instead.
 */

type Values = Record<string, readonly (string | number | boolean)[]>

/** By type, then by path in its inputs: the values that some resource may have there. Paths skip positions in lists. */
const VALUES: readonly (readonly [harm: string, type: string, values: Values])[] = [
  [
    'the edge would keep pages after a change, or send them uncompressed',
    'aws:cloudfront/cachePolicy:CachePolicy',
    {
      minTtl: [0],
      defaultTtl: [0],
      maxTtl: [3600],
      'parametersInCacheKeyAndForwardedToOrigin.enableAcceptEncodingBrotli': [true],
      'parametersInCacheKeyAndForwardedToOrigin.enableAcceptEncodingGzip': [true],
      'parametersInCacheKeyAndForwardedToOrigin.cookiesConfig.cookieBehavior': ['none'],
      'parametersInCacheKeyAndForwardedToOrigin.headersConfig.headerBehavior': ['none'],
    },
  ],
  [
    'a failure would stay at the edge, a page would be in clear, or a deployment would wait for every edge',
    'aws:cloudfront/distribution:Distribution',
    {
      'customErrorResponses.errorCachingMinTtl': [0],
      'orderedCacheBehaviors.compress': [true],
      'orderedCacheBehaviors.viewerProtocolPolicy': ['redirect-to-https'],
      waitForDeployment: [false],
    },
  ],
  [
    'readers could be led to plain HTTP',
    'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy',
    { 'securityHeadersConfig.strictTransportSecurity.override': [true] },
  ],
  [
    'backups would lose their tags, and disks could be read',
    'aws:rds/instance:Instance',
    { copyTagsToSnapshot: [true], storageEncrypted: [true] },
  ],
  ['the index would be slower, or dearer', 'aws:ebs/volume:Volume', { type: ['gp3'] }],
  [
    'the index would write to a volume that leaves it',
    'aws:ec2/volumeAttachment:VolumeAttachment',
    { stopInstanceBeforeDetaching: [true] },
  ],
  [
    'the name of the index would not be removed with it, or be no address',
    'aws:servicediscovery/service:Service',
    { 'dnsConfig.dnsRecords.type': ['A'], 'dnsConfig.routingPolicy': ['MULTIVALUE'], forceDestroy: [true] },
  ],
  ['runs would begin late', 'aws:scheduler/schedule:Schedule', { 'flexibleTimeWindow.mode': ['OFF'] }],
  [
    'AWS would bill fifty series',
    'aws:apigateway/methodSettings:MethodSettings',
    { methodPath: ['*/*'], 'settings.metricsEnabled': [false] },
  ],
  [
    'answers would be uncompressed',
    'aws:apigateway/restApi:RestApi',
    { minimumCompressionSize: ['1024'], binaryMediaTypes: ['text/html'] },
  ],
  [
    'nobody could examine a refused request',
    'aws:wafv2/webAcl:WebAcl',
    {
      'visibilityConfig.sampledRequestsEnabled': [true],
      'rules.visibilityConfig.sampledRequestsEnabled': [true],
      'rules.visibilityConfig.cloudwatchMetricsEnabled': [true],
    },
  ],
  [
    'bounces would not be counted',
    'aws:sesv2/configurationSet:ConfigurationSet',
    { 'reputationOptions.reputationMetricsEnabled': [true] },
  ],
  [
    'no report of a mail would arrive',
    'aws:sesv2/configurationSetEventDestination:ConfigurationSetEventDestination',
    { 'eventDestination.enabled': [true] },
  ],
  [
    'old parts of uploads and old versions would be kept, or news lost',
    'aws:s3/bucketLifecycleConfiguration:BucketLifecycleConfiguration',
    {
      'rules.abortIncompleteMultipartUpload.daysAfterInitiation': [7],
      'rules.noncurrentVersionExpiration.noncurrentDays': [30],
    },
  ],
]

/** Every value at a path. A list stands for its items. */
function valuesAt(value: unknown, path: readonly string[]): unknown[] {
  if (Array.isArray(value)) return value.flatMap((item) => valuesAt(item, path))
  const [name, ...rest] = path
  if (name === undefined) return value === undefined ? [] : [value]
  return typeof value === 'object' && value !== null
    ? valuesAt((value as Record<string, unknown>)[name], rest)
    : []
}

const findOf = (graph: Graph) =>
  VALUES.flatMap(([harm, type, values]) =>
    listOwn(graph, type).flatMap(({ name, inputs }) =>
      Object.entries(values).flatMap(([path, allowed]) => {
        const found = valuesAt(inputs, path.split('.'))
        return found.length > 0 && found.every((one) => allowed.includes(one as never))
          ? []
          : [`${name}: ${path} is ${found.join()}, not ${allowed.join()}: ${harm}`]
      }),
    ),
  )

export const findStrayValues = inEach(findOf)
