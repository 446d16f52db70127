import type { SQSBatchResponse, SQSEvent } from 'aws-lambda'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { shareDeliveryBench, type DeliveryBench } from '../kit/workers/delivery-bench.ts'
import { deliver } from '../kit/workers/delivery.ts'
import type { ReleaseOnItsWay } from '../kit/rows/ledger.ts'
import { timeAhead, tables } from '../kit/rows/tables.ts'

let bench: DeliveryBench
let handler: (event: SQSEvent) => Promise<SQSBatchResponse>
beforeAll(async () => {
  bench = await shareDeliveryBench()
  const loaded = (await import('@pauta/functions/workers/mail-feedback/handler')) as {
    handler: typeof handler
  }
  handler = loaded.handler
})
afterEach(() => {
  bench.providers.taken.length = 0
})

interface Told {
  id: string
  address: string
}

const mailOf = ({ id }: Told) => ({ messageId: `ses-${id}`, tags: { 'delivery-id': [id] } })
const events = {
  send: (told: Told) => ({ eventType: 'Send', mail: mailOf(told), send: {} }),
  bounce: (told: Told, bounceType = 'Permanent') => ({
    eventType: 'Bounce',
    mail: mailOf(told),
    bounce: { bounceType, bouncedRecipients: [{ emailAddress: told.address }] },
  }),
  complaint: (told: Told) => ({
    eventType: 'Complaint',
    mail: mailOf(told),
    complaint: { complainedRecipients: [{ emailAddress: told.address.toUpperCase() }] },
  }),
  reject: (told: Told) => ({ eventType: 'Reject', mail: mailOf(told), reject: { reason: 'Bad content' } }),
}

const tell = (...told: unknown[]) =>
  deliver(
    handler,
    told.map((event) => ({ body: JSON.stringify(event) })),
  )

async function mail(): Promise<{ release: ReleaseOnItsWay; told: Told }> {
  const release = await bench.write('email')
  const [[address, id] = ['', '']] = release.rows
  return { release, told: { address, id } }
}

/** Leaves the row as a worker that died within the hand-off does, after its lease has expired. */
async function leaveInDoubt({ id }: Told): Promise<void> {
  await tables.deliveries.set(
    bench.stack.db,
    { id },
    { status: 'unknown', attempts: 1, dueAt: timeAhead(10, 'minute') },
  )
}

const suppressed = async (address: string) =>
  (
    await bench.stack.db<
      { reason: string }[]
    >`select reason from suppressed_addresses where address = ${address}`
  ).map(({ reason }) => reason)

describe('events of the mail provider', () => {
  it('settle a mail whose outcome was unknown, which is then not sent again', async () => {
    const { release, told } = await mail()
    await leaveInDoubt(told)
    expect(await tell(events.send(told), events.send(told))).toEqual([])
    expect((await bench.ledger(release))[0]).toMatchObject({
      status: 'sent',
      dueAt: null,
      providerId: `ses-${told.id}`,
    })
    await bench.enqueue('email', release)
    expect(bench.providers.taken).toEqual([])
  })

  it('settle a mail within its hand-off, and the worker leaves it unchanged', async () => {
    const { release, told } = await mail()
    bench.providers.watch = async (_, moment) => {
      if (moment === 'after') await tell(events.send(told))
    }
    await bench.enqueue('email', release)
    bench.providers.watch = () => undefined
    expect((await bench.ledger(release))[0]).toMatchObject({ status: 'sent', providerId: `ses-${told.id}` })
  })

  it('do not mark a mail as sent that was never sent to the provider', async () => {
    const { release, told } = await mail()
    await tell(events.send(told))
    expect((await bench.ledger(release))[0]).toMatchObject({ status: 'pending', attempts: 0 })
  })

  it('suppress an address that bounced permanently, in any order of events', async () => {
    const { release, told } = await mail()
    await bench.enqueue('email', release)
    expect(await tell(events.bounce(told), events.send(told))).toEqual([])
    expect((await bench.ledger(release))[0]).toMatchObject({
      status: 'failed',
      error: 'the address bounced',
    })
    expect(await suppressed(told.address)).toEqual(['bounce'])
  })

  it('ignore a full mailbox', async () => {
    const { release, told } = await mail()
    await bench.enqueue('email', release)
    await tell(events.bounce(told, 'Transient'))
    expect(await bench.statuses(release)).toEqual(['sent'])
    expect(await suppressed(told.address)).toEqual([])
  })

  it('suppress an address that complained, and its mail stays sent', async () => {
    const { release, told } = await mail()
    await bench.enqueue('email', release)
    await tell(events.complaint(told))
    expect(await bench.statuses(release)).toEqual(['sent'])
    expect(await suppressed(told.address)).toEqual(['complaint'])
  })

  it('fail a mail that the provider refused later', async () => {
    const { release, told } = await mail()
    await bench.enqueue('email', release)
    await tell(events.reject(told))
    expect((await bench.ledger(release))[0]).toMatchObject({
      status: 'failed',
      error: 'the provider refused the message',
    })
  })

  it('return only unreadable messages to the queue', async () => {
    const { told } = await mail()
    expect(await tell(events.complaint(told), { hello: 'world' })).toEqual([1])
    expect(await suppressed(told.address)).toEqual(['complaint'])
  })
})
