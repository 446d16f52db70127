import { boundaryNameOf } from '../../../../stacks/boundary.ts'
import type { AccountGates } from './account-gates.ts'
import type { Check } from './check-account.ts'

const PLAN_REMEDY =
  'upgrade the plan under "Billing and Cost Management", Account: the free plan refuses the instances of every stage'
const DISTRIBUTION_REMEDY =
  'AWS tells only at the first distribution whether it has verified an account for CloudFront: ask Support for it ' +
  '("Account must be verified"), or set site.enabled to false for the first deployment'

/** How a value that AWS did not tell stands in the list. */
const unknownOf = (name: string, needs: string, remedy: string): Check => ({
  name,
  isMet: true,
  isUnknown: true,
  has: 'unknown',
  needs,
  remedy,
})

function checkPlan({ plan }: AccountGates): Check {
  const name = 'plan of the account'
  if (plan === 'unknown')
    return unknownOf(
      name,
      'PAID',
      'aws freetier get-account-plan-state --region us-east-1 (freetier:GetAccountPlanState)',
    )
  return {
    name,
    isMet: plan === 'PAID',
    has: plan,
    needs: 'PAID',
    remedy: plan === 'PAID' ? '' : PLAN_REMEDY,
  }
}

function checkBoundary({ boundary }: AccountGates, stage: string): Check {
  const policy = boundaryNameOf(stage)
  const name = `boundary ${policy}`
  const print = `npm run -s doctor -- --stage ${stage} --policy --account NUMBER --json | jq -c .document`
  if (boundary === 'unknown') return unknownOf(name, 'current', `compare it with: ${print}`)
  const make =
    boundary === 'missing'
      ? `aws iam create-policy --policy-name ${policy}`
      : `aws iam create-policy-version --set-as-default --policy-arn arn:aws:iam::NUMBER:policy/${policy}`
  const isMet = boundary === 'current'
  return {
    name,
    isMet,
    has: boundary,
    needs: 'current',
    remedy: isMet ? '' : `${make} --policy-document "$(${print})"`,
  }
}

/** What AWS must open before a deployment, besides quotas. Only a stage with a site needs CloudFront. */
export function checkGates(
  gates: AccountGates,
  { stage, hasSite }: { stage: string; hasSite: boolean },
): Check[] {
  const distribution = 'CloudFront has made a distribution'
  return [
    checkPlan(gates),
    ...(hasSite
      ? [
          gates.hasDistribution
            ? { name: distribution, isMet: true, has: 'yes', needs: 'yes', remedy: '' }
            : unknownOf(distribution, 'yes', DISTRIBUTION_REMEDY),
        ]
      : []),
    checkBoundary(gates, stage),
  ]
}
