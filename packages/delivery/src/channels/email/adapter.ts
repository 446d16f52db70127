import type { Config } from '@pauta/platform/config/config'
import { signLinkToken, type LinkPurpose } from '../../ledger/link-token.ts'
import {
  channelOffSchema,
  clippingChangedSchema,
  clippingMentionSchema,
  telegramMovedSchema,
  type ChannelOff,
} from '../../ledger/payloads.ts'
import { displayName } from '@pauta/people/people/profile'
import type { Channel } from '../channel.ts'
import type { EmailMessage } from './email-message.ts'
import { sesChannel } from './ses.ts'
import { smtpChannel } from './smtp.ts'
import { getRelease, releaseSites, type ChannelAdapter, type Outgoing } from '../channel-adapter.ts'
import { channelOffMail } from '../../mails/channel-off-mail.ts'
import { clippingChangedMail } from '../../mails/clipping-changed-mail.ts'
import { clippingEndedMail } from '../../mails/clipping-ended-mail.ts'
import { alertConfirmationMail, confirmationMail } from '../../mails/confirmation-mail.ts'
import { renderMail, type DigestRecipient } from '../../mails/digest-mail.ts'
import type { Mail } from '../../mails/mail.ts'
import { withPublisher } from '../../mails/publisher-parts.ts'
import { whyAuthor } from '../../mails/why.ts'
import { telegramMovedMail } from '../../mails/telegram-moved-mail.ts'

type EmailConfig = Config<'settings' | 'delivery' | 'email' | 'linkSigning' | 'publisher'>

/** Opens the channel of e-mail; undefined where e-mail is off. */
export function openEmailChannel(email: EmailConfig['email']): Channel<EmailMessage> | undefined {
  if (email.kind === 'off') return undefined
  const from = { name: email.fromName, address: email.fromAddress }
  if (email.kind === 'ses') return sesChannel({ from, configurationSet: email.configurationSet })
  const { host, port, tls, user, password } = email
  return smtpChannel({ from, host, port, tls, ...(user === '' ? {} : { auth: { user, pass: password } }) })
}

/** Returns one sentence that explains why a reader gets the digest. */
function whyOf({ recipient }: Outgoing, clippingName: string): string {
  const name = `“${clippingName}”`
  if (recipient.isAlert)
    return `Você recebe esta mensagem porque este endereço pediu e confirmou o alerta ${name}.`
  if (!recipient.isOwn)
    return `Você recebe esta mensagem porque este endereço confirmou que quer receber o clipping ${name}.`
  return recipient.role === 'AUTHOR'
    ? whyAuthor(clippingName)
    : `Você recebe esta mensagem porque assina o clipping ${name}.`
}

/** Returns where the reader changes what arrives, on a stage with an observatory: the author's form, or the page of alerts. */
function editOf(outgoing: Outgoing, config: EmailConfig): DigestRecipient['edit'] {
  const { recipient, release } = outgoing
  const { siteUrl } = config.settings
  if (siteUrl === '' || !release) return undefined
  if (recipient.isAlert)
    return { url: alertsPage(outgoing, config), text: 'Alterar este alerta, ou ver todos deste endereço' }
  if (!recipient.isOwn || recipient.role !== 'AUTHOR') return undefined
  return { url: editPage(release.clippingId, siteUrl), text: 'Alterar este clipping' }
}

/** Returns the address of the author's form of a clipping. */
const editPage = (clippingId: string, siteUrl: string) =>
  `${siteUrl}/meus-recortes/${encodeURIComponent(clippingId)}`

/** Returns where a subscriber switches a channel on: the author's form, or the portal, where the stage has them. */
function switchPage({ clippingId, isAuthor }: ChannelOff, { settings }: EmailConfig): string | null {
  if (isAuthor && settings.siteUrl !== '') return editPage(clippingId, settings.siteUrl)
  return settings.portalUrl === '' ? null : settings.portalUrl
}

/**
 * Returns the token of a link. The link of the subscriber's own address has no address, because it covers the whole
 * channel.
 */
function tokenOf(
  purpose: LinkPurpose,
  { delivery: { subscriptionId, address }, recipient }: Outgoing,
  { linkSigning }: EmailConfig,
): string {
  if (subscriptionId === null) throw new Error('a link needs a subscription')
  return signLinkToken(
    { purpose, subscriptionId, address: recipient.isOwn ? null : address },
    linkSigning.secret,
  )
}

const linkTo = (purpose: 'unsubscribe' | 'confirm', outgoing: Outgoing, config: EmailConfig): string =>
  `${config.delivery.apiUrl}/${purpose}?token=${tokenOf(purpose, outgoing, config)}`

/** Returns the page of the observatory where an address without an account confirms, changes and ends its alerts. */
const alertsPage = (outgoing: Outgoing, config: EmailConfig): string =>
  `${config.settings.siteUrl}/alertas?token=${tokenOf('alerts', outgoing, config)}`

/** Composes the question whether an address wants what somebody asked for in its name. */
function composeConfirmation(outgoing: Outgoing, clippingName: string, config: EmailConfig): Mail {
  const { recipient } = outgoing
  const showsAll = recipient.isAlert && config.settings.siteUrl !== ''
  const confirmUrl = showsAll ? alertsPage(outgoing, config) : linkTo('confirm', outgoing, config)
  return recipient.isAlert
    ? alertConfirmationMail({ alertName: clippingName, confirmUrl, showsAll })
    : confirmationMail({ clippingName, authorName: displayName(recipient), confirmUrl })
}

function composeDigest(outgoing: Outgoing, config: EmailConfig): EmailMessage {
  const release = getRelease(outgoing, releaseSites(config))
  const { clippingName, digestHtml, digestSubject, digestText, releaseUrl } = release
  const unsubscribeUrl = linkTo('unsubscribe', outgoing, config)
  // An imported release may have HTML only.
  const digest = {
    subject: digestSubject ?? clippingName,
    html: digestHtml,
    text: digestText ?? [clippingName, release.digestPreview, releaseUrl].filter(Boolean).join('\n\n'),
  }
  const mail = renderMail(digest, {
    why: whyOf(outgoing, clippingName),
    unsubscribeUrl,
    releaseUrl,
    edit: editOf(outgoing, config),
  })
  return { ...mail, to: outgoing.delivery.address, unsubscribeUrl }
}

function compose(outgoing: Outgoing, config: EmailConfig): EmailMessage {
  const { kind, payload, address } = outgoing.delivery
  if (kind === 'release') return composeDigest(outgoing, config)
  if (kind === 'new-articles') throw new Error('e-mail does not carry new-articles')
  if (kind === 'telegram-moved')
    return { ...telegramMovedMail(telegramMovedSchema.parse(payload)), to: address }
  if (kind === 'channel-off') {
    const off = channelOffSchema.parse(payload)
    return { ...channelOffMail({ ...off, editUrl: switchPage(off, config) }), to: address }
  }
  const portalUrl = config.settings.portalUrl === '' ? null : config.settings.portalUrl
  if (kind === 'clipping-changed') {
    const unsubscribeUrl = linkTo('unsubscribe', outgoing, config)
    const changed = clippingChangedSchema.parse(payload)
    return { ...clippingChangedMail({ ...changed, unsubscribeUrl, portalUrl }), to: address, unsubscribeUrl }
  }
  const { clippingName, isUnpublished } = clippingMentionSchema.parse(payload)
  if (kind === 'clipping-ended')
    return { ...clippingEndedMail({ clippingName, isUnpublished, portalUrl }), to: address }
  return { ...composeConfirmation(outgoing, clippingName, config), to: address }
}

/**
 * Sends e-mail by SMTP or SES, as configured. A mail provider does not detect duplicates; SES reports what it accepted.
 */
export function emailAdapter(config: EmailConfig): ChannelAdapter<EmailMessage, 'email'> {
  return {
    policy: {
      channel: 'email',
      isKeyed: false,
      isReported: config.email.kind === 'ses',
    },
    channel: openEmailChannel(config.email),
    articlesMax: 0,
    changesMax: 0,
    compose: (outgoing) => withPublisher(compose(outgoing, config), config.publisher, config.delivery.apiUrl),
  }
}
