import { describe, expect, it } from 'vitest'
import { readMailEvent } from './mail-events.ts'

const mail = { messageId: 'ses-1', tags: { 'delivery-id': ['d1'], 'ses:configuration-set': ['pauta'] } }
const event = (rest: object) => JSON.stringify({ mail, ...rest })
const known = { deliveryId: 'd1', providerId: 'ses-1' }

describe('a mail provider event', () => {
  it('names the ledger row of an accepted mail, with or without envelope', () => {
    const sent = event({ eventType: 'Send', send: {} })
    const envelope = JSON.stringify({ Type: 'Notification', MessageId: 'sns', Message: sent })
    for (const body of [sent, envelope])
      expect(readMailEvent(body)).toEqual({ kind: 'sent', ...known, addresses: [] })
  })

  it('names the addresses that bounced permanently', () => {
    const bounce = {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [{ emailAddress: 'Ana <ANA@exemplo.org>', diagnosticCode: '550' }],
    }
    expect(readMailEvent(event({ eventType: 'Bounce', bounce }))).toEqual({
      kind: 'hard-bounce',
      ...known,
      addresses: ['ana@exemplo.org'],
    })
  })

  it('ignores a full mailbox', () => {
    const bounce = { bounceType: 'Transient', bouncedRecipients: [{ emailAddress: 'ana@exemplo.org' }] }
    expect(readMailEvent(event({ eventType: 'Bounce', bounce }))).toMatchObject({
      kind: 'other',
      addresses: [],
    })
  })

  it('takes no bounce from an event of another kind', () => {
    const bounce = { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: 'ana@exemplo.org' }] }
    expect(readMailEvent(event({ eventType: 'Delivery', bounce }))).toEqual({
      kind: 'other',
      ...known,
      addresses: [],
    })
  })

  it('names the addresses that complained', () => {
    const complaint = { complainedRecipients: [{ emailAddress: 'ana@exemplo.org' }] }
    expect(readMailEvent(event({ eventType: 'Complaint', complaint }))).toMatchObject({
      kind: 'complaint',
      addresses: ['ana@exemplo.org'],
    })
  })

  it.each([
    ['Reject', 'rejected'],
    ['Rendering Failure', 'rejected'],
    ['Delivery', 'other'],
    ['SomethingNew', 'other'],
  ])('reads %s as %s', (eventType, kind) => {
    expect(readMailEvent(event({ eventType })).kind).toBe(kind)
  })

  const sent = JSON.stringify({ mail, eventType: 'Send' })
  const confirmation = JSON.stringify({ Type: 'SubscriptionConfirmation', Message: sent })
  it.each(['', '{}', '{"Type":"Notification","Message":"{}"}', '{"eventType":"Send"}', confirmation])(
    'refuses what is no event: %s',
    (body) => {
      expect(() => readMailEvent(body)).toThrow(/JSON|eventType|mail/)
    },
  )
})
