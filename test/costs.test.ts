import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { computeCosts } from '../stacks/costs/compute-costs.ts'
import { renderCosts } from '../stacks/costs/render-costs.ts'
import { SCENARIOS } from '../stacks/costs/scenarios.ts'
import { DATABASE_PRICES, INSTANCE_PRICES, UNIT_PRICES } from '../stacks/costs/unit-prices.ts'
import { STAGE_SETTINGS } from '../stacks/settings.ts'
import { ROOT } from './stacks/platform.ts'

const [present, tenfold, hundredfold] = SCENARIOS.map(computeCosts)
const usdOf = (costs: typeof present, item: RegExp) => costs?.rows.find((row) => item.test(row.item))?.usd

describe('the costs', () => {
  it('equal the page docs/costs.md (`npm run costs -- --write` writes it)', () => {
    expect(readFileSync(join(ROOT, 'docs/costs.md'), 'utf8')).toBe(renderCosts())
  })

  it('are in the table of docs/scale.md, to ten dollars', () => {
    const round = (usd: number) => (Math.round(usd / 10) * 10).toLocaleString('en-US')
    const sums = [present, tenfold, hundredfold].map((costs) => `about ${round(costs?.sum ?? 0)}`)
    expect(readFileSync(join(ROOT, 'docs/scale.md'), 'utf8')).toContain(
      `| US$ a month | ${sums.join(' | ')} |`,
    )
  })

  it('follow the settings of production', () => {
    const { database, search } = STAGE_SETTINGS.production
    const items = present?.rows.map(({ amount }) => amount).join('\n')
    expect(items).toContain(`1 \`db.${database.instance}\``)
    expect(search.kind === 'cloud' ? '' : items).toContain(search.kind === 'cloud' ? '' : search.instanceType)
  })

  it('count the password, the scheduler, streams and the traffic between zones', () => {
    for (const costs of [present, tenfold, hundredfold]) {
      expect(usdOf(costs, /^Secrets Manager/)).toBe(0.4)
      expect(usdOf(costs, /^EventBridge Scheduler/)).toBeGreaterThan(0.4)
      expect(usdOf(costs, /^traffic between zones/)).toBeGreaterThan(0)
      expect(costs?.rows.map(({ item }) => item).join()).toContain('API Gateway, streams')
    }
  })

  it('have totals that equal the sum of their lines', () => {
    for (const costs of [present, tenfold, hundredfold]) {
      const cents = costs?.rows.reduce((sum, { usd }) => sum + Math.round(usd * 100), 0)
      expect(cents).toBe(Math.round((costs?.sum ?? 0) * 100))
    }
    expect(present?.sum).toBeGreaterThan(150)
    expect(hundredfold?.sum).toBeGreaterThan(tenfold?.sum ?? 0)
  })

  it('count twice what Multi-AZ duplicates, and have a page and a month for every price', () => {
    const [first] = SCENARIOS
    if (!first) throw new Error('There is no scenario.')
    const database = { ...first.settings.database, kind: 'multi-az' } as const
    const twice = computeCosts({ ...first, settings: { ...first.settings, database } })
    expect(usdOf(twice, /^database/)).toBe(2 * (usdOf(present, /^database/) ?? 0))
    for (const { usd, source, date } of Object.values({
      ...UNIT_PRICES,
      ...INSTANCE_PRICES,
      ...DATABASE_PRICES,
    })) {
      expect(usd).toBeGreaterThan(0)
      expect(source).toMatch(/^https:\/\/aws\.amazon\.com\//)
      expect(date).toMatch(/^20\d\d-\d\d$/)
    }
  })
})
