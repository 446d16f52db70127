import { describe, expect, it } from 'vitest'
import { DELIVERIES_PER_MESSAGE, readDeliveryMessage, writeDeliveryMessages } from './messages.ts'

const ids = (count: number) => Array.from({ length: count }, (_, place) => `delivery-${place}`)

describe('messages of the deliver queues', () => {
  it('name at most 200 rows each, and every row once', () => {
    const messages = writeDeliveryMessages(ids(2 * DELIVERIES_PER_MESSAGE + 1)).map(readDeliveryMessage)
    expect(messages.map((page) => page.length)).toEqual([200, 200, 1])
    expect(messages.flat()).toEqual(ids(401))
    expect(writeDeliveryMessages([])).toEqual([])
  })

  it('are accepted with unknown properties of a later version', () => {
    expect(readDeliveryMessage('{"deliveryIds":["a"],"since":"2027"}')).toEqual(['a'])
  })

  it.each([
    '',
    '{}',
    '{"deliveryIds":[]}',
    '{"deliveryIds":[""]}',
    JSON.stringify({ deliveryIds: ids(201) }),
  ])('are refused without rows or with too many: %.40s', (body) => {
    expect(() => readDeliveryMessage(body)).toThrow(/JSON|deliveryIds/)
  })
})
