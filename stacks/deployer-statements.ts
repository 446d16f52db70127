export interface PolicyStatement {
  Sid: string
  Effect: 'Allow'
  Action: readonly string[]
  Resource: readonly string[]
  Condition?: Record<string, Record<string, readonly string[] | string>>
}

export interface Deployer {
  /** Number of the account, 12 digits. */
  account: string
  region: string
  /** `production`, `staging`, or `pr-*` for the role that deploys every preview. */
  stage: string
}

export const APP = 'pauta'

export function allow(
  Sid: string,
  Action: readonly string[],
  Resource: readonly string[],
  Condition?: PolicyStatement['Condition'],
): PolicyStatement {
  return { Sid, Effect: 'Allow', Action, Resource, ...(Condition && { Condition }) }
}

/** A statement for the certificates that a stage requests and removes. */
export const allowCertificates = (name: string, resource: string): PolicyStatement =>
  allow(
    name,
    [
      'acm:AddTagsToCertificate',
      'acm:DeleteCertificate',
      'acm:DescribeCertificate',
      'acm:GetCertificate',
      'acm:ListTagsForCertificate',
      'acm:RemoveTagsFromCertificate',
      'acm:RequestCertificate',
    ],
    [resource],
  )
