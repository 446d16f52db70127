import { describe, expect, it } from 'vitest'
import type { AccountFacts } from './account-facts.ts'
import { checkAccount, describeChecks, listAskedQuotas, QUOTAS } from './check-account.ts'
import type { QuotaNeeds } from '../../../../stacks/quota-needs.ts'

const needs = {
  reservedConcurrency: 40,
  elasticAddresses: 1,
  networks: 1,
  standardProcessors: 4,
  memoryProcessors: 8,
  databases: 2,
  schedules: 50,
  mailsPerSecond: 14,
}
const none = {
  ...needs,
  elasticAddresses: 0,
  networks: 0,
  standardProcessors: 0,
  memoryProcessors: 0,
  databases: 0,
  schedules: 0,
}
const limits = { addresses: 5, networks: 5, standardProcessors: 32, memoryProcessors: 16, databases: 40 }
const facts = {
  isDeployed: false,
  lambda: { unreserved: 140, concurrency: 140 },
  scheduleQuota: { code: 'L-1', value: 50 },
  quotas: Object.fromEntries(
    Object.entries(limits).map(([name, limit]) => {
      const { service, code } = QUOTAS[name as keyof typeof limits]
      return [`${service}/${code}`, limit]
    }),
  ),
  addresses: 4,
  networks: 4,
  processors: { standard: 28, memory: 8 },
  databases: 38,
  mail: { isOutOfSandbox: true, isSendingEnabled: true, isDomainVerified: true, mailsPerSecond: 14 },
} as unknown as AccountFacts
const check = (others: Partial<AccountFacts>, asked: QuotaNeeds = needs) =>
  checkAccount({ facts: { ...facts, ...others }, needs: asked, mailDomain: 'pauta.example' })

describe('the quotas that a stage depends on', () => {
  it.each([
    ['elasticAddresses', QUOTAS.addresses],
    ['networks', QUOTAS.networks],
    ['standardProcessors', QUOTAS.standardProcessors],
    ['memoryProcessors', QUOTAS.memoryProcessors],
    ['databases', QUOTAS.databases],
  ])('include the one of %s from the first on', (need, quota) => {
    expect(listAskedQuotas(none)).toEqual([])
    expect(listAskedQuotas({ ...none, [need]: 1 })).toEqual([quota])
  })
})

describe('an account', () => {
  it('that has exactly what a stage needs meets every requirement', () => {
    expect(
      check({}).map(({ name, isMet, has, needs: needed, remedy }) => [name, isMet, has, needed, remedy]),
    ).toEqual([
      ['Lambda environments that are not reserved', true, '140', '140', ''],
      ['schedules of EventBridge Scheduler', true, '50', '50', ''],
      ['elastic addresses', true, '1', '1', ''],
      ['networks', true, '1', '1', ''],
      ['processors of instances', true, '4', '4', ''],
      ['processors of X instances', true, '8', '8', ''],
      ['database servers', true, '2', '2', ''],
      ['SES outside of its sandbox', true, 'yes', 'yes', ''],
      ['SES may send', true, 'yes', 'yes', ''],
      ['SES knows the domain pauta.example', true, 'yes', 'yes', ''],
      ['mails a second by SES', true, '14', '14', ''],
    ])
  })

  it.each([
    [
      { lambda: { unreserved: 139, concurrency: 140 } },
      'Lambda environments that are not reserved',
      '--desired-value 1000',
    ],
    [
      { lambda: { unreserved: 139, concurrency: 1000 } },
      'Lambda environments that are not reserved',
      '--desired-value 1140',
    ],
    [
      { scheduleQuota: { code: 'L-1', value: 49 } },
      'schedules of EventBridge Scheduler',
      '--quota-code L-1 --desired-value 50',
    ],
    [{ addresses: 5 }, 'elastic addresses', '--desired-value 6'],
    [{ networks: 5 }, 'networks', '--desired-value 6'],
    [{ processors: { standard: 29, memory: 8 } }, 'processors of instances', '--desired-value 33'],
    [{ processors: { standard: 28, memory: 9 } }, 'processors of X instances', '--desired-value 17'],
    [{ databases: 39 }, 'database servers', '--desired-value 41'],
    [
      { mail: { ...facts.mail, isOutOfSandbox: false } },
      'SES outside of its sandbox',
      '--production-access-enabled',
    ],
    [{ mail: { ...facts.mail, isSendingEnabled: false } }, 'SES may send', 'ask AWS Support'],
    [
      { mail: { ...facts.mail, isDomainVerified: false } },
      'SES knows the domain pauta.example',
      '--email-identity pauta.example',
    ],
    [{ mail: { ...facts.mail, mailsPerSecond: 13 } }, 'mails a second by SES', '--desired-value 14'],
  ] as [Partial<AccountFacts>, string, string][])('with %j fails alone at: %s', (others, name, remedy) => {
    const failed = check(others).filter(({ isMet }) => !isMet)
    expect(failed.map((one) => one.name)).toEqual([name])
    expect(failed[0]?.remedy).toContain(remedy)
  })

  it('where the stage runs already has the part of the stage', () => {
    const full = {
      isDeployed: true,
      addresses: 5,
      networks: 5,
      processors: { standard: 32, memory: 16 },
      databases: 40,
    }
    const checks = check({ ...full, lambda: { unreserved: 100, concurrency: 140 } })
    expect(checks.filter(({ isMet }) => !isMet)).toEqual([])
    expect(checks.slice(2, 7).map((one) => one.needs)).toEqual(['0', '0', '0', '0', '0'])
    expect(check({ isDeployed: true, lambda: { unreserved: 99, concurrency: 140 } })[0]?.isMet).toBe(false)
  })

  it('is not asked for what the stage has not', () => {
    expect(check({ mail: undefined }, none).map(({ name }) => name)).toEqual([
      'Lambda environments that are not reserved',
    ])
  })
})

it('prints what an account has, and what to do', () => {
  const met = { name: 'networks', isMet: true, has: '2', needs: '1', remedy: '' }
  const cells = (checks: (typeof met)[]) => describeChecks(checks).map((line) => line.split(/ {2,}/))
  expect(cells([met])).toEqual([
    ['', 'requirement', 'left', 'needed'],
    ['ok', 'networks', '2', '1'],
    [''],
    ['The account has what the stage needs.'],
  ])
  expect(cells([met, { ...met, name: 'mail', isMet: false, remedy: 'ask' }]).slice(2)).toEqual([
    ['MISSING', 'mail', '2', '1'],
    [''],
    ['mail: ask'],
  ])
})
