import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { jobs } from '../../functions/jobs/jobs.ts'
import { workers } from '../../functions/workers/workers.ts'
import { getOne, listOfType, type Stages } from './graph.ts'
import { ROOT } from './platform.ts'
import { listPublishedSeries } from './published-series.ts'

/** US$ a month. */
const PRICE_MAX = 80

/** Rows of the table of the small stage in the guide: what, quantity, price. */
function readPrices(): string[][] {
  const guide = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8')
  const table = /\*\*A stage of size `small`\*\*[\s\S]*?\n\n(\|[\s\S]*?)\n\n/.exec(guide)?.[1] ?? ''
  return table
    .split('\n')
    .slice(2)
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.replaceAll('*', '').trim()),
    )
}

export function checkSmall(stages: () => Stages): void {
  describe('a small stage', () => {
    it('costs at most US$80 a month by the table of the guide, which adds up', () => {
      const rows = readPrices()
      const total = Number(rows.at(-1)?.[2])
      const sum = rows.slice(0, -1).reduce((all, [, , price]) => all + Number(price), 0)
      expect(rows.length).toBeGreaterThan(6)
      expect(total).toBeCloseTo(sum, 2)
      expect(total).toBeLessThanOrEqual(PRICE_MAX)
    })

    it('has the servers, alarms, series and queues that the table counts', () => {
      const { small } = stages()
      const quantityOf = (what: string) => readPrices().find(([name]) => name === what)?.[1] ?? ''
      const database = getOne(small, 'aws:rds/instance:Instance', /./).inputs
      expect(quantityOf('database')).toContain(`\`${String(database['instanceClass'])}\``)
      expect(quantityOf('database')).toContain(`${String(database['allocatedStorage'])} GB`)
      expect(database['multiAz']).toBe(false)
      const instances = listOfType(small, 'aws:ec2/instance:Instance').map(
        ({ inputs }) => inputs['instanceType'],
      )
      expect(instances.map(String).toSorted()).toEqual(['t4g.nano', 't4g.nano', 't4g.small'])
      expect(quantityOf('search')).toContain('`t4g.small`')
      const volume = getOne(small, 'aws:ebs/volume:Volume', /^SearchVolume$/).inputs
      expect(quantityOf('search')).toContain(`${String(volume['size'])} GB`)
      expect(quantityOf('way out of the private network')).toMatch(/^2 `t4g\.nano`.*, 2 addresses/)
      expect(listOfType(small, 'aws:ec2/eip:Eip')).toHaveLength(2)
      const alarms = listOfType(small, 'aws:cloudwatch/metricAlarm:MetricAlarm').length
      expect(quantityOf('CloudWatch')).toContain(`${listPublishedSeries('production').size} series`)
      expect(quantityOf('CloudWatch')).toContain(`${alarms} alarms`)
      expect(quantityOf('polling of queues')).toContain(`${workers.length + jobs.length} queues`)
    })

    it('has no firewall, dashboard, second server or other paid service', () => {
      const paid = /wafv2|dashboard|natGateway|cluster|loadBalancer|elasticache|opensearch|ecs\//i
      expect(
        stages()
          .small.resources.map(({ type }) => type)
          .filter((type) => paid.test(type)),
      ).toEqual([])
    })
  })
}
