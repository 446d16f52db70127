import { allow, allowCertificates, type Deployer, type PolicyStatement } from './deployer-statements.ts'

/** CloudFront's part of the observatory. Its resources have no region, and most have IDs that AWS chooses. */
export function allowSite({ account }: Deployer): PolicyStatement[] {
  const arn = (resource: string) => `arn:aws:cloudfront::${account}:${resource}`
  return [
    allow(
      'Distributions',
      [
        'cloudfront:CreateDistribution',
        'cloudfront:CreateInvalidation',
        'cloudfront:DeleteDistribution',
        'cloudfront:GetDistribution',
        'cloudfront:GetDistributionConfig',
        'cloudfront:GetInvalidation',
        'cloudfront:ListTagsForResource',
        'cloudfront:TagResource',
        'cloudfront:UntagResource',
        'cloudfront:UpdateDistribution',
      ],
      [arn('distribution/*')],
    ),
    allow(
      'PagePaths',
      [
        'cloudfront:AssociateFunction',
        'cloudfront:CreateFunction',
        'cloudfront:DeleteFunction',
        'cloudfront:DescribeFunction',
        'cloudfront:GetFunction',
        'cloudfront:PublishFunction',
        'cloudfront:UpdateFunction',
        'cloudfront:CreateKeyValueStore',
        'cloudfront:DeleteKeyValueStore',
        'cloudfront:DescribeKeyValueStore',
        'cloudfront:UpdateKeyValueStore',
        'cloudfront-keyvaluestore:*',
      ],
      [arn('function/*'), arn('key-value-store/*')],
    ),
    allow(
      'PageHeaders',
      [
        'cloudfront:CreateResponseHeadersPolicy',
        'cloudfront:DeleteResponseHeadersPolicy',
        'cloudfront:GetResponseHeadersPolicy',
        'cloudfront:GetResponseHeadersPolicyConfig',
        'cloudfront:UpdateResponseHeadersPolicy',
      ],
      [arn('response-headers-policy/*')],
    ),
    // CloudFront reads certificates only from us-east-1.
    allowCertificates('SiteCertificate', `arn:aws:acm:us-east-1:${account}:certificate/*`),
  ]
}
