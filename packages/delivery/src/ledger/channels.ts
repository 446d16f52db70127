/** The delivery channels. Each has a queue and a worker. */
export const DELIVERY_CHANNELS = ['email', 'telegram', 'push', 'webhook'] as const

export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number]
