/** Channels whose address belongs to a person's account. They carry releases and notices. */
export const ACCOUNT_CHANNELS = ['email', 'telegram', 'push'] as const
/** Channels whose URL each subscriber gives; the API names it `webhookUrl`, `slackUrl`. They carry releases only. */
export const URL_CHANNELS = ['webhook', 'slack'] as const
/**
 * All delivery channels. Each has a folder in packages/delivery/src/channels/. Queues, sections of the configuration,
 * rates and workers follow from the names.
 */
export const DELIVERY_CHANNELS = [...ACCOUNT_CHANNELS, ...URL_CHANNELS] as const

export type UrlChannel = (typeof URL_CHANNELS)[number]
export type DeliveryChannel = (typeof DELIVERY_CHANNELS)[number]
/** One value for each channel: a missing channel does not compile. */
export type ByChannel<Value> = Record<DeliveryChannel, Value>

/** What pages call each channel, in Portuguese. */
export const CHANNEL_NAMES = {
  email: 'E-mail',
  telegram: 'Telegram',
  push: 'Notificação do navegador',
  webhook: 'Webhook',
  slack: 'Slack ou compatível',
} satisfies ByChannel<string>

/** Makes one value for each channel. */
export function byChannel<Value>(make: (channel: DeliveryChannel) => Value): ByChannel<Value> {
  return Object.fromEntries(DELIVERY_CHANNELS.map((channel) => [channel, make(channel)])) as ByChannel<Value>
}

/** Makes one value for each channel whose URL subscribers give. */
export function byUrlChannel<Value>(make: (channel: UrlChannel) => Value): Record<UrlChannel, Value> {
  return Object.fromEntries(URL_CHANNELS.map((channel) => [channel, make(channel)])) as Record<
    UrlChannel,
    Value
  >
}

/** The names that the API has for the URLs of subscribers. */
export type UrlName = `${UrlChannel}Url`
export const urlName = (channel: UrlChannel): UrlName => `${channel}Url`

/** Makes one value for each URL that a subscriber may give. */
export function byUrl<Value>(make: (name: UrlName, channel: UrlChannel) => Value): Record<UrlName, Value> {
  const values = URL_CHANNELS.map((channel) => [urlName(channel), make(urlName(channel), channel)])
  return Object.fromEntries(values) as Record<UrlName, Value>
}

/** Returns the queue of a channel: `deliver-email`. */
export const deliveryQueue = <Channel extends DeliveryChannel>(channel: Channel) =>
  `deliver-${channel}` as const

/** The queues of all channels. */
export const DELIVERY_QUEUES = DELIVERY_CHANNELS.map(deliveryQueue)

/** The section of the configuration that has the URL of a channel's queue: `deliverEmailQueue`. */
export type DeliveryQueueSection<Channel extends DeliveryChannel = DeliveryChannel> =
  `deliver${Capitalize<Channel>}Queue`

export function deliveryQueueSection<Channel extends DeliveryChannel>(channel: Channel) {
  const name = channel.charAt(0).toUpperCase() + channel.slice(1)
  return `deliver${name}Queue` as DeliveryQueueSection<Channel>
}

/** The sections of all channels' queues, and of those that carry notices. */
export const DELIVERY_QUEUE_SECTIONS = DELIVERY_CHANNELS.map(deliveryQueueSection)
export const NOTICE_QUEUE_SECTIONS = ACCOUNT_CHANNELS.map(deliveryQueueSection)

/** Returns the queue URLs of some channels. */
export function deliveryQueueUrls<Channel extends DeliveryChannel>(
  config: Record<DeliveryQueueSection<Channel>, { url: string }>,
  channels: readonly Channel[],
): Record<Channel, string> {
  const urls = channels.map((channel) => [channel, config[deliveryQueueSection(channel)].url])
  return Object.fromEntries(urls) as Record<Channel, string>
}
