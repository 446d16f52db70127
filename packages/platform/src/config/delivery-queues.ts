import { queue } from './config-values.ts'
import { DELIVERY_CHANNELS, deliveryQueueSection, type DeliveryQueueSection } from './delivery-channels.ts'

/** Returns the section of each channel's queue. */
export function describeDeliveryQueues() {
  const sections = DELIVERY_CHANNELS.map((channel) => {
    const name = deliveryQueueSection(channel)
    return [name, { resource: name.replace(/^d/, 'D'), schema: () => queue }] as const
  })
  return Object.fromEntries(sections) as Record<
    DeliveryQueueSection,
    { resource: string; schema: () => typeof queue }
  >
}
