import { boundaryNameOf } from '../../../../stacks/boundary.ts'
import type { AccountGates } from './account-gates.ts'
import { type Check, makeCheck } from './check.ts'

const ASK_PLAN = 'aws freetier get-account-plan-state --region us-east-1 (freetier:GetAccountPlanState)'
const UPGRADE_PLAN =
  'upgrade the plan under "Billing and Cost Management", Account: the free plan refuses the instances of every stage'
const ASK_SUPPORT =
  'AWS tells only at the first distribution whether it has verified an account for CloudFront: ask Support for it ' +
  '("Account must be verified"), or set site.enabled to false for the first deployment'

/** Whether a value is the wanted one; undefined where AWS did not tell. */
const compare = (has: string, wanted: string) => (has === 'unknown' ? undefined : has === wanted)

function findRemedy({ boundary }: AccountGates, stage: string, policy: string): string {
  const print = `npm run -s doctor -- --stage ${stage} --policy --account NUMBER --json | jq -c .document`
  if (boundary === 'unknown') return `compare it with: ${print}`
  const make =
    boundary === 'missing'
      ? `aws iam create-policy --policy-name ${policy}`
      : `aws iam create-policy-version --set-as-default --policy-arn arn:aws:iam::NUMBER:policy/${policy}`
  return `${make} --policy-document "$(${print})"`
}

/** What AWS must open before a deployment, besides quotas. Only a stage with a site needs CloudFront. */
export function checkGates(
  gates: AccountGates,
  { stage, hasSite }: { stage: string; hasSite: boolean },
): Check[] {
  const { plan, boundary } = gates
  const policy = boundaryNameOf(stage)
  const distribution = gates.hasDistribution ? 'yes' : 'unknown'
  return [
    makeCheck('plan of the account', {
      has: plan,
      needs: 'PAID',
      isMet: compare(plan, 'PAID'),
      remedy: plan === 'unknown' ? ASK_PLAN : UPGRADE_PLAN,
    }),
    ...(hasSite
      ? [
          makeCheck('CloudFront has made a distribution', {
            has: distribution,
            needs: 'yes',
            isMet: compare(distribution, 'yes'),
            remedy: ASK_SUPPORT,
          }),
        ]
      : []),
    makeCheck(`boundary ${policy}`, {
      has: boundary,
      needs: 'current',
      isMet: compare(boundary, 'current'),
      remedy: findRemedy(gates, stage, policy),
    }),
  ]
}
