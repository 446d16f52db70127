import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Boundary } from '../../../../stacks/boundary.ts'

/** What AWS opens to an account besides quotas. `unknown` where the AWS CLI is missing or its caller may not ask. */
export interface AccountGates {
  /** The free plan starts only the smallest instances and keeps few backups. */
  plan: 'FREE' | 'PAID' | 'unknown'
  /** AWS verifies an account before its first distribution, and tells it only when one is made. */
  hasDistribution: boolean
  /** Whether the account has the boundary as this release prints it. */
  boundary: 'current' | 'other' | 'missing' | 'unknown'
}

const ANSWER_MS = 20_000
const ANSWER_BYTES_MAX = 1024 * 1024
const run = promisify(execFile)

interface Asked {
  answer: unknown
  error: string
}

/** Asks through the AWS CLI, which the guide needs anyway, because npm's registries have no client of some services. */
async function askAws(words: readonly string[]): Promise<Asked> {
  try {
    const { stdout } = await run('aws', [...words, '--output', 'json'], {
      timeout: ANSWER_MS,
      maxBuffer: ANSWER_BYTES_MAX,
    })
    return { answer: JSON.parse(stdout || 'null') as unknown, error: '' }
  } catch (error) {
    return { answer: undefined, error: String((error as { stderr?: string }).stderr ?? error) }
  }
}

async function readPlan(): Promise<AccountGates['plan']> {
  const { answer } = await askAws(['freetier', 'get-account-plan-state', '--region', 'us-east-1'])
  const plan = (answer as { accountPlanType?: string } | undefined)?.accountPlanType
  return plan === 'FREE' || plan === 'PAID' ? plan : 'unknown'
}

async function findDistribution(): Promise<boolean> {
  const { answer } = await askAws(['cloudfront', 'list-distributions', '--max-items', '1'])
  const { Items = [] } =
    (answer as { DistributionList?: { Items?: unknown[] } } | null | undefined)?.DistributionList ?? {}
  return Items.length > 0
}

/** `makeBoundary` gets the number of the account of the credentials. */
async function compareBoundary(
  makeBoundary: (account: string) => Boundary,
): Promise<AccountGates['boundary']> {
  const { answer: caller } = await askAws(['sts', 'get-caller-identity'])
  const account = (caller as { Account?: string } | undefined)?.Account
  if (account === undefined) return 'unknown'
  const { name, document } = makeBoundary(account)
  const arn = ['--policy-arn', `arn:aws:iam::${account}:policy/${name}`]
  const { answer: policy, error } = await askAws(['iam', 'get-policy', ...arn])
  if (policy === undefined) return error.includes('NoSuchEntity') ? 'missing' : 'unknown'
  const version = (policy as { Policy: { DefaultVersionId: string } }).Policy.DefaultVersionId
  const { answer: stored } = await askAws(['iam', 'get-policy-version', ...arn, '--version-id', version])
  if (stored === undefined) return 'unknown'
  const { Document } = (stored as { PolicyVersion: { Document: unknown } }).PolicyVersion
  return JSON.stringify(Document) === JSON.stringify(document) ? 'current' : 'other'
}

/** Asks AWS. Changes nothing, and fails never: what it cannot learn is unknown. */
export async function readGates(makeBoundary: (account: string) => Boundary): Promise<AccountGates> {
  const [plan, hasDistribution, boundary] = await Promise.all([
    readPlan(),
    findDistribution(),
    compareBoundary(makeBoundary),
  ])
  return { plan, hasDistribution, boundary }
}
