import { makeBoundary } from '../../../../stacks/boundary.ts'
import { listQuotaNeeds, type QuotaNeeds } from '../../../../stacks/quota-needs.ts'
import { stageKindOf, type StageSettings } from '../../../../stacks/stages/stage-settings.ts'
import { readAccount } from './account-facts.ts'
import { readGates } from './account-gates.ts'
import type { Check } from './check.ts'
import { checkAccount, listAskedQuotas } from './check-account.ts'
import { checkGates } from './check-gates.ts'

const domainOf = ({ delivery: { email } }: StageSettings): string | undefined =>
  email.kind === 'ses' ? email.fromAddress.slice(email.fromAddress.lastIndexOf('@') + 1) : undefined

/** Compares the account of the AWS credentials with what a stage of these settings needs. Changes nothing. */
export async function examineAccount(
  stage: string,
  settings: StageSettings,
): Promise<{ needs: QuotaNeeds; checks: Check[] }> {
  const needs = listQuotaNeeds(settings, stageKindOf(stage) === 'preview')
  const mailDomain = domainOf(settings)
  const [facts, gates] = await Promise.all([
    readAccount({ stage, region: settings.region, quotas: listAskedQuotas(needs), mailDomain }),
    readGates((account) => makeBoundary({ account, stage })),
  ])
  const checks = [
    ...checkGates(gates, { stage, hasSite: settings.site.enabled }),
    ...checkAccount({ facts, needs, mailDomain }),
  ]
  return { needs, checks }
}
