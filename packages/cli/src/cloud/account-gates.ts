import type { Boundary } from '../../../../stacks/boundary.ts'
import { askAws } from './ask-aws.ts'

/** What AWS opens to an account besides quotas. `unknown` where its caller may not ask. */
export interface AccountGates {
  /** The free plan starts only the smallest instances and keeps few backups. */
  plan: 'FREE' | 'PAID' | 'unknown'
  /** AWS verifies an account before its first distribution, and tells it only when one is made. */
  hasDistribution: boolean
  /** Whether the account has the boundary as this release prints it. */
  boundary: 'current' | 'other' | 'missing' | 'unknown'
}

async function readPlan(): Promise<AccountGates['plan']> {
  const plan = await askAws<string>(
    'freetier get-account-plan-state --region us-east-1 --query accountPlanType',
  )
  return plan === 'FREE' || plan === 'PAID' ? plan : 'unknown'
}

async function findDistribution(): Promise<boolean> {
  const { DistributionList } = await askAws<{ DistributionList?: { Items?: unknown[] } }>(
    'cloudfront list-distributions --max-items 1',
  )
  return (DistributionList?.Items ?? []).length > 0
}

/** `makeBoundary` gets the number of the account of the credentials. */
async function compareBoundary(
  makeBoundary: (account: string) => Boundary,
): Promise<AccountGates['boundary']> {
  const { Account } = await askAws<{ Account: string }>('sts get-caller-identity')
  const { name, document } = makeBoundary(Account)
  const arn = `--policy-arn arn:aws:iam::${Account}:policy/${name}`
  const { Policy } = await askAws<{ Policy?: { DefaultVersionId: string } }>(`iam get-policy ${arn}`, {
    absent: { error: 'NoSuchEntity', answer: {} },
  })
  if (!Policy) return 'missing'
  const { PolicyVersion } = await askAws<{ PolicyVersion: { Document: unknown } }>(
    `iam get-policy-version ${arn} --version-id ${Policy.DefaultVersionId}`,
  )
  return JSON.stringify(PolicyVersion.Document) === JSON.stringify(document) ? 'current' : 'other'
}

/** Asks AWS. Changes nothing. What its caller may not ask is unknown: the quotas, asked beside it, report a broken CLI. */
export async function readGates(makeBoundary: (account: string) => Boundary): Promise<AccountGates> {
  const [plan, hasDistribution, boundary] = await Promise.allSettled([
    readPlan(),
    findDistribution(),
    compareBoundary(makeBoundary),
  ])
  return {
    plan: plan.status === 'fulfilled' ? plan.value : 'unknown',
    hasDistribution: hasDistribution.status === 'fulfilled' && hasDistribution.value,
    boundary: boundary.status === 'fulfilled' ? boundary.value : 'unknown',
  }
}
