/** A public list price in US$: on demand, us-east-2, without the free tier, taxes and support. */
export interface UnitPrice {
  usd: number
  unit: string
  /** Page of the price. */
  source: string
  /** Month in which the page had this price. */
  date: string
}

const DATE = '2026-07'
const page = (path: string) => `https://aws.amazon.com/${path}/pricing/`
const EC2 = 'https://aws.amazon.com/ec2/pricing/on-demand/'
const RDS = 'https://aws.amazon.com/rds/postgresql/pricing/'
const AURORA = 'https://aws.amazon.com/rds/aurora/pricing/'

const price = (usd: number, unit: string, source: string): UnitPrice => ({ usd, unit, source, date: DATE })
const hourly = (prices: Record<string, number>, source: string) =>
  Object.fromEntries(Object.entries(prices).map(([name, usd]) => [name, price(usd, 'hour', source)]))

/** Instances by type, as the settings name them. Database classes have no `db.` here. */
export const INSTANCE_PRICES: Record<string, UnitPrice> = hourly(
  {
    't4g.nano': 0.0042,
    't4g.small': 0.0168,
    't4g.medium': 0.0336,
    't4g.large': 0.0672,
    't4g.xlarge': 0.1344,
    'r7g.large': 0.1071,
    'r7g.xlarge': 0.2142,
    'r7g.2xlarge': 0.4284,
    'r7g.4xlarge': 0.8568,
    'r7g.8xlarge': 1.7136,
    'r7g.16xlarge': 3.4272,
    'x2gd.12xlarge': 4.008,
  },
  EC2,
)

export const DATABASE_PRICES: Record<string, UnitPrice> = hourly(
  {
    't4g.small': 0.032,
    't4g.medium': 0.065,
    't4g.large': 0.129,
    'r7g.large': 0.239,
    'r7g.xlarge': 0.478,
    'r7g.2xlarge': 0.956,
  },
  RDS,
)

/** Memory in GiB and processors of the database classes and the instances of the index. */
export const SIZES: Record<string, { memoryGb: number; processors: number }> = {
  't4g.small': { memoryGb: 2, processors: 2 },
  't4g.medium': { memoryGb: 4, processors: 2 },
  't4g.large': { memoryGb: 8, processors: 2 },
  't4g.xlarge': { memoryGb: 16, processors: 4 },
  'r7g.large': { memoryGb: 16, processors: 2 },
  'r7g.xlarge': { memoryGb: 32, processors: 4 },
  'r7g.2xlarge': { memoryGb: 64, processors: 8 },
  'r7g.4xlarge': { memoryGb: 128, processors: 16 },
  'r7g.8xlarge': { memoryGb: 256, processors: 32 },
  'r7g.16xlarge': { memoryGb: 512, processors: 64 },
  'x2gd.12xlarge': { memoryGb: 768, processors: 48 },
}

export const UNIT_PRICES = {
  databaseDisk: price(0.115, 'GB and month', RDS),
  auroraUnit: price(0.12, 'hour', AURORA),
  auroraStorage: price(0.1, 'GB and month', AURORA),
  auroraRequests: price(0.2, 'million', AURORA),
  databaseProxyProcessor: price(0.015, 'hour', page('rds/proxy')),
  databaseProxyUnit: price(0.015, 'hour', page('rds/proxy')),
  disk: price(0.08, 'GB and month', page('ebs')),
  publicAddress: price(0.005, 'hour', page('vpc')),
  natGateway: price(0.045, 'hour', page('vpc')),
  natTraffic: price(0.045, 'GB', page('vpc')),
  zoneTraffic: price(0.02, 'GB, both directions', EC2),
  dataOut: price(0.09, 'GB', EC2),
  lambdaTime: price(0.0000133334, 'GB-second, arm64', page('lambda')),
  lambdaRequests: price(0.2, 'million', page('lambda')),
  restRequests: price(3.5, 'million; a stream counts once per 10 MB', page('api-gateway')),
  queueRequests: price(0.4, 'million', page('sqs')),
  schedules: price(1, 'million', page('eventbridge')),
  metric: price(0.3, 'series and month', page('cloudwatch')),
  alarm: price(0.1, 'alarm and month', page('cloudwatch')),
  dashboard: price(3, 'dashboard and month', page('cloudwatch')),
  logs: price(0.5, 'GB', page('cloudwatch')),
  firewall: price(5, 'web ACL and month', page('waf')),
  firewallRule: price(1, 'rule and month', page('waf')),
  firewallRequests: price(0.6, 'million', page('waf')),
  objectStorage: price(0.023, 'GB and month', page('s3')),
  objectWrites: price(5, 'million', page('s3')),
  edgeTraffic: price(0.11, 'GB, South America', page('cloudfront')),
  edgeRequests: price(2.2, 'million, HTTPS, South America', page('cloudfront')),
  edgeFunctions: price(0.1, 'million', page('cloudfront')),
  edgeReads: price(0.03, 'million', page('cloudfront')),
  secret: price(0.4, 'secret and month', page('secrets-manager')),
  hostedZone: price(0.5, 'zone and month', page('route53')),
  discoveryInstance: price(0.1, 'instance and month', page('cloud-map')),
  mail: price(0.1, 'thousand', page('ses')),
  fargateProcessor: price(0.04048, 'hour, x86', page('fargate')),
  fargateMemory: price(0.004445, 'GB and hour, x86', page('fargate')),
  fargateArmProcessor: price(0.03238, 'hour, arm64', page('fargate')),
  fargateArmMemory: price(0.00356, 'GB and hour, arm64', page('fargate')),
  imageStorage: price(0.1, 'GB and month', page('ecr')),
} as const satisfies Record<string, UnitPrice>
