import { computeCosts, HOURS } from './compute-costs.ts'
import { SCENARIOS, STAGING, type Scenario } from './scenarios.ts'
import { DATABASE_PRICES, INSTANCE_PRICES, UNIT_PRICES, type UnitPrice } from './unit-prices.ts'

const dollars = (usd: number) =>
  usd.toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function renderTable({ title, settings, usage }: Scenario): string[] {
  const { rows, sum } = computeCosts({ title, settings, usage })
  return [
    `### ${title.charAt(0).toUpperCase()}${title.slice(1)}`,
    '',
    '| what | how much | US$ a month |',
    '| --- | --- | --: |',
    ...rows.map(({ item, amount, usd }) => `| ${item} | ${amount} | ${dollars(usd)} |`),
    `| **sum** | | **${dollars(sum)}** |`,
    '',
  ]
}

function renderPrices(prices: Record<string, UnitPrice>): string[] {
  return Object.entries(prices).map(
    ([name, { usd, unit, source, date }]) => `| \`${name}\` | ${usd} | ${unit} | [${date}](${source}) |`,
  )
}

const { fargateArmProcessor, fargateArmMemory } = UNIT_PRICES
/** The task of a full sync has one processor and 2 GB. */
const syncUsd = (fargateArmProcessor.usd + 2 * fargateArmMemory.usd).toFixed(2)

const staging = computeCosts(STAGING)
const stagingUsd = staging.sum
/** Of a preview, AWS charges little but the empty receives of its queues. */
const previewUsd = staging.rows.find(({ item }) => item.startsWith('SQS'))?.usd ?? 0

/** The page docs/costs.md. A test compares the file with this text. */
export function renderCosts(): string {
  return [
    '# Costs',
    '',
    '`npm run costs -- --write` computes this page from `stacks/settings.ts` and `stacks/costs/`; a test compares it.',
    `A month has ${HOURS} hours. Prices are public list prices of us-east-2 in US$, on demand, without the free tier, taxes`,
    'and support. Enter the prices of your month in `stacks/costs/unit-prices.ts` before you decide: no test can ask AWS.',
    '',
    `Not included: the language model, the issuer of users, and a full sync (US$${syncUsd} an hour while its task runs).`,
    `Staging costs about US$${stagingUsd.toFixed(0)} and a preview about US$${previewUsd.toFixed(0)}, because its queues are polled all day.`,
    '',
    '## A month',
    '',
    ...SCENARIOS.flatMap(renderTable),
    '## Unit prices',
    '',
    '| what | US$ | unit | page, month |',
    '| --- | --: | --- | --- |',
    ...renderPrices(UNIT_PRICES),
    ...renderPrices(INSTANCE_PRICES),
    ...renderPrices(
      Object.fromEntries(Object.entries(DATABASE_PRICES).map(([name, p]) => [`db.${name}`, p])),
    ),
    '',
  ].join('\n')
}
