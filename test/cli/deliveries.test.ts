import { beforeAll, describe, expect, it } from 'vitest'
import { openCloud } from '../kit/workers/cloud.ts'
import { makeCommandCaller } from '../kit/processes/call-command.ts'
import { shareDeliveryBench, type DeliveryBench } from '../kit/workers/delivery-bench.ts'
import type { ReleaseOnItsWay } from '../kit/rows/ledger.ts'
import { tables } from '../kit/rows/tables.ts'

const COMMAND = 'deliveries'

let bench: DeliveryBench
beforeAll(async () => {
  bench = await shareDeliveryBench()
})

const call = makeCommandCaller(() => bench.stack.stack.environment)
const run = (...args: string[]) => call(COMMAND, args)

/** Creates a release whose receiver refused it permanently. */
async function failed(): Promise<ReleaseOnItsWay> {
  const release = await bench.write('webhook', { count: 2 })
  bench.providers.say = () => ({ status: 301 })
  await bench.enqueue('webhook', release)
  bench.providers.say = () => undefined
  expect(await bench.statuses(release)).toEqual(['failed'])
  return release
}

describe('npm run deliveries', () => {
  it('lists failed deliveries with reasons and without addresses', async () => {
    const release = await failed()
    await bench.write('telegram')
    const { stdout, code } = await run('list', '--clipping', release.clippingId)
    expect(code).toBe(0)
    const lines = stdout.trim().split('\n')
    expect(lines).toHaveLength(3)
    const headings = ['id', 'changed', 'channel', 'kind', 'status', 'tries', 'clipping', 'reason']
    expect(lines[0]?.split(/ {2,}/)).toEqual(headings)
    for (const id of release.rows.values())
      expect(lines.find((line) => line.startsWith(id))).toMatch(
        /webhook +release +failed +1 +Saúde +the receiver answered 301$/,
      )
    expect(stdout).not.toContain('/hook/')
    const listMost = async (limit: string) =>
      (await run('list', '--clipping', release.clippingId, '--limit', limit)).stdout
    for (const [limit, rows] of [
      ['1', 1],
      ['2', 2],
    ] as const) {
      const [, ...shown] = (await listMost(limit)).trim().split('\n')
      expect(shown.slice(rows)).toEqual(['', `The latest ${limit}; more with --limit.`])
    }
    expect(await listMost('3')).toBe(stdout)
    expect((await run('list', '--channel', 'telegram')).stdout).toBe(
      'There are no deliveries with the status failed.\n',
    )
    expect((await run('list', '--channel', 'telegram', '--status', 'pending')).stdout).toMatch(
      /telegram +release/,
    )
  })

  it('sends only the failed deliveries again', async () => {
    const release = await failed()
    const other = await failed()
    const [id = ''] = release.rows.values()
    expect((await run('retry', id)).stdout).toBe('1 on their way again.\n')
    const cloud = openCloud(bench.stack.stack.awsUrl)
    expect(await cloud.drain(bench.stack.stack.queueUrl('deliver-webhook'))).toEqual([
      JSON.stringify({ deliveryIds: [id] }),
    ])
    cloud.close()
    const row = (await bench.ledger(release)).find((one) => one.id === id)
    expect(row).toMatchObject({ status: 'pending', attempts: 0, error: null })
    expect(await bench.statuses(other)).toEqual(['failed'])
    await bench.enqueue('webhook', { ...release, rows: new Map([['', id]]) })
    expect((await bench.ledger(release)).map(({ status }) => status).sort()).toEqual(['failed', 'sent'])
    expect((await run('retry', '--clipping', other.clippingId)).stdout).toBe('2 on their way again.\n')
    expect((await run('retry', '--clipping', other.clippingId)).stdout).toBe('0 on their way again.\n')
  })

  it('names IDs that it does not send again, and exits with 1', async () => {
    const release = await failed()
    const [first = '', second = ''] = release.rows.values()
    const some = await run('retry', first, 'nosuch')
    expect(some).toMatchObject({ code: 1, stdout: '1 on their way again.\n' })
    expect(some.stderr).toBe('nosuch: no delivery with this ID has the status failed\n')
    const other = await run('retry', second, '--status', 'skipped', '--json')
    expect(other.code).toBe(1)
    expect(JSON.parse(other.stdout)).toEqual({ retried: [], unchanged: [second] })
    expect(other.stderr).toBe(`${second}: no delivery with this ID has the status skipped\n`)
  })

  it('says that more may be left at its limit', async () => {
    const { clippingId } = await failed()
    expect((await run('retry', '--clipping', clippingId, '--limit', '1')).stdout).toBe(
      '1 on their way again.\nMore may be left: run the command again.\n',
    )
    expect((await run('retry', '--clipping', clippingId, '--limit', '2')).stdout).toBe(
      '1 on their way again.\n',
    )
  })

  it('sends mails again to an address that bounced', async () => {
    const release = await bench.write('email')
    const [[address, id] = ['', '']] = release.rows
    await tables.suppressedAddresses.add(bench.stack.db, { address, reason: 'bounce' })
    await bench.enqueue('email', release)
    expect(await bench.ledger(release)).toMatchObject([
      { status: 'skipped', error: 'the address is suppressed' },
    ])
    const ended = await run('unsuppress', address.toUpperCase())
    expect(ended).toMatchObject({ code: 0, stderr: '' })
    expect(ended.stdout).toMatch(/^The bounce of \d{4}-\S+ no longer counts: /)
    expect((await run('retry', id, '--status', 'skipped')).code).toBe(0)
    await bench.enqueue('email', release)
    expect(await bench.statuses(release)).toEqual(['sent'])
    expect(await run('unsuppress', address)).toMatchObject({
      code: 1,
      stdout: 'The address is not suppressed.\n',
    })
    const again = await run('unsuppress', address, '--json')
    expect([again.code, JSON.parse(again.stdout)]).toEqual([1, { ended: null }])
  })

  it.each([[[]], [['list', 'x']], [['forget']]])('refuses %j with 2 and prints the usage', async (args) => {
    const { code, stdout, stderr } = await run(...args)
    expect(code).toBe(2)
    expect(stdout + stderr).toContain('npm run deliveries -- list')
  })

  it.each([
    [['retry', '--status', 'sent'], /--status sent: one of failed, unknown, skipped/],
    [['list', '--channel', 'fax'], /--channel fax: one of email/],
    [['list', '--limit', '0'], /--limit 0: a whole number from 1 to 1000/],
  ])('refuses %j', async (args, message) => {
    const { code, stderr } = await run(...args)
    expect(code).toBe(2)
    expect(stderr).toMatch(message)
  })
})
