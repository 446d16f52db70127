/** The ways by which people are reached, each with a queue and a worker of its own. */
export const DELIVERY_CHANNELS = ['email', 'telegram', 'push', 'webhook'] as const

export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number]
