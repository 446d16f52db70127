import { createElement as h, Fragment } from 'react'
import { oneLine } from '@pauta/platform/text/cut-text'
import { CHANNEL_NAMES } from '@pauta/platform/config/delivery-channels'
import { link, paragraph, renderDocument, STYLE } from '../digest/page-layout.ts'
import { findSafeUrl } from '../digest/safe-url.ts'
import { FAILED_RELEASES_MAX } from '../ledger/switch-off.ts'
import type { ChannelOff } from '../ledger/payloads.ts'
import type { Mail } from './mail.ts'

const REASONS: Record<ChannelOff['reason'], string> = {
  failed: `As últimas ${FAILED_RELEASES_MAX} edições não puderam ser entregues por ele.`,
  gone: 'O endereço respondeu que não existe mais.',
}
const NEXT =
  'Para voltar a receber por ele, confira o endereço e ligue o canal de novo. Os outros canais continuam.'

/** Composes the notice that a channel of a subscription was switched off. `editUrl` leads to where it is switched on. */
export function channelOffMail({
  channel,
  reason,
  clippingName,
  editUrl,
}: ChannelOff & { editUrl: string | null }): Mail {
  const name = oneLine(clippingName)
  const channelName = CHANNEL_NAMES[channel]
  const subject = `${name}: o canal ${channelName} foi desligado`
  const sentence = `O canal ${channelName} do clipping “${name}” foi desligado. ${REASONS[reason]}`
  const url = findSafeUrl(editUrl)
  const children = h(
    Fragment,
    null,
    h('h1', { className: 't', style: STYLE.h1 }, `O canal ${channelName} foi desligado`),
    paragraph(sentence),
    paragraph(NEXT),
    url !== undefined && h('p', { className: 't', style: STYLE.text }, link(url, 'Abrir o clipping')),
  )
  const more = url === undefined ? '' : `\nO clipping: ${url}\n`
  return {
    subject,
    html: renderDocument({ title: subject, preview: sentence, children }),
    text: `${sentence}\n${NEXT}\n${more}`,
  }
}
