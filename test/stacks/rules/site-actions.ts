import { type Actions, bucketObject } from './resource-actions.ts'

const cloudfront =
  (resource: string): Actions['on'] =>
  (_, { account }) =>
    `arn:aws:cloudfront::${account}:${resource}`

/** The observatory: CloudFront, and what SST's program does with its files. */
export const SITE_ACTIONS: Record<string, Actions> = {
  'aws:cloudfront/distribution:Distribution': {
    create: 'cloudfront:CreateDistribution cloudfront:TagResource',
    read: 'cloudfront:GetDistribution cloudfront:ListTagsForResource',
    update: 'cloudfront:UpdateDistribution cloudfront:UntagResource',
    delete: 'cloudfront:GetDistributionConfig cloudfront:UpdateDistribution cloudfront:DeleteDistribution',
    on: cloudfront('distribution/a'),
  },
  'aws:cloudfront/function:Function': {
    create: 'cloudfront:CreateFunction cloudfront:PublishFunction',
    read: 'cloudfront:DescribeFunction cloudfront:GetFunction',
    update: 'cloudfront:UpdateFunction cloudfront:PublishFunction',
    delete: 'cloudfront:DeleteFunction',
    on: cloudfront('function/a'),
  },
  'aws:cloudfront/keyValueStore:KeyValueStore': {
    create: 'cloudfront:CreateKeyValueStore',
    read: 'cloudfront:DescribeKeyValueStore',
    update: 'cloudfront:UpdateKeyValueStore',
    delete: 'cloudfront:DeleteKeyValueStore',
    on: cloudfront('key-value-store/a'),
  },
  'aws:cloudfront/responseHeadersPolicy:ResponseHeadersPolicy': {
    create: 'cloudfront:CreateResponseHeadersPolicy',
    read: 'cloudfront:GetResponseHeadersPolicy',
    update: 'cloudfront:UpdateResponseHeadersPolicy',
    delete: 'cloudfront:DeleteResponseHeadersPolicy',
    on: cloudfront('response-headers-policy/a'),
  },
  'sst.aws.BucketFiles': {
    create: 's3:PutObject',
    read: 's3:GetObject',
    update: 's3:PutObject s3:DeleteObject',
    delete: 's3:DeleteObject',
    on: (inputs, place) => bucketObject({ bucket: inputs['bucketName'], key: 'index.html' }, place),
  },
  'sst.aws.KvKeys': {
    create: 'cloudfront-keyvaluestore:DescribeKeyValueStore cloudfront-keyvaluestore:UpdateKeys',
    read: '',
    update: 'cloudfront-keyvaluestore:UpdateKeys',
    delete: 'cloudfront-keyvaluestore:UpdateKeys',
    on: cloudfront('key-value-store/a'),
  },
  'sst.aws.DistributionInvalidation': {
    create: 'cloudfront:CreateInvalidation cloudfront:GetInvalidation',
    read: '',
    update: 'cloudfront:CreateInvalidation',
    delete: '',
    on: cloudfront('distribution/a'),
  },
  'sst.aws.DistributionDeploymentWaiter': {
    create: 'cloudfront:GetDistribution',
    read: '',
    update: 'cloudfront:GetDistribution',
    delete: '',
    on: cloudfront('distribution/a'),
  },
}
