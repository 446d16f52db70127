import { publisherSchema } from '@pauta/platform/config/publisher'
import { expect, it } from 'vitest'
import type { DigestArticle } from '../digest/digest-article.ts'
import { composeDigest } from '../digest/digest.ts'
import { clippingChangedMail } from './clipping-changed-mail.ts'
import { clippingEndedMail } from './clipping-ended-mail.ts'
import { alertConfirmationMail, confirmationMail } from './confirmation-mail.ts'
import { renderMail } from './digest-mail.ts'
import type { Mail } from './mail.ts'
import { previewMail } from './preview-mail.ts'
import { withPublisher } from './publisher-parts.ts'
import { channelOffMail } from './channel-off-mail.ts'
import { telegramMovedMail } from './telegram-moved-mail.ts'

const API = 'https://api.example'
const PORTAL = 'https://portal.example'
const PUBLISHER = publisherSchema.parse({
  name: 'Órgão & <b>',
  contact: 'fale@orgao.gov.br',
  privacyContact: 'https://orgao.gov.br/lgpd',
  markUrl: 'https://orgao.gov.br/m.svg',
  colour: '#0b56a3',
  dataLicence: 'CC BY 4.0',
  textLicence: 'Domínio público',
})

const article = (uniqueId: string, fields: Partial<DigestArticle> = {}): DigestArticle => ({
  uniqueId,
  title: `Título ${uniqueId}`,
  url: `https://www.gov.br/${uniqueId}`,
  agency: 'saude',
  agencyName: 'Ministério da Saúde',
  publishedAt: new Date('2026-06-01T01:00:00Z'),
  summary: `Resumo ${uniqueId}.`,
  ...fields,
})
const change = {
  uniqueId: 'x',
  position: '1',
  at: new Date('2026-06-01T09:00:00Z'),
  fromVersion: 1,
  toVersion: 2,
  title: 'Mudada',
  url: 'https://www.gov.br/x',
  agency: 'saude',
  agencyName: 'Ministério da Saúde',
  wordsBefore: 'dez',
  wordsAfter: 'doze',
} as const
const period = { kind: 'arrived', from: new Date('2026-05-31T11:00:00Z'), sinceRelease: true } as const
const refTime = new Date('2026-06-01T11:00:00Z')

/** With everything that a digest may have. */
const DIGEST = composeDigest({
  clippingName: 'Saúde & rios',
  prompt: 'Vacinas e remédios.',
  refTime,
  period,
  recortes: [
    {
      title: 'Vacinas',
      articles: [
        article('a', { storyId: 's', otherAgencies: ['Anvisa'] }),
        article('b', { summary: null, contentHtml: '<p>Texto com <b>ênfase</b>.</p>' }),
        ...Array.from({ length: 7 }, (_, n) =>
          article(`v${n}`, { url: null, summary: '', agencyName: null }),
        ),
      ],
      more: 3,
    },
    { title: 'Remédios', articles: [article('a'), article('r')] },
    { title: 'Editais', articles: [] },
  ],
  articlesCount: 13,
  changes: {
    shown: [
      { ...change, kind: 'edited', grade: 'figures' },
      { ...change, kind: 'removed', grade: null, wordsBefore: null, wordsAfter: null, agencyName: '' },
    ],
    more: 2,
  },
})
const SMALL = composeDigest({ clippingName: 'Saúde', prompt: null, refTime, period, recortes: [] })

const recipient = {
  why: 'Você assina “Saúde”.',
  unsubscribeUrl: `${API}/unsubscribe?token=a&b=1`,
  releaseUrl: `${API}/edicoes/1`,
  edit: { url: `${PORTAL}/meus-recortes`, text: 'Alterar este clipping' },
}
const sites = { apiUrl: API, siteUrl: '', publisher: publisherSchema.parse({}) }
const changed = { clippingName: 'Saúde', changes: ['name', 'recortes'], unsubscribeUrl: `${API}/unsubscribe` }
const question = { clippingName: 'Saúde', authorName: 'Ana', confirmUrl: `${API}/confirm?token=t` }
const alert = { alertName: 'Vacinas', confirmUrl: `${API}/confirm?token=t` }

const off = {
  channel: 'webhook',
  reason: 'failed',
  clippingId: 'c',
  clippingName: 'Saúde',
  isAuthor: true,
} as const

const MAILS: Record<string, Mail> = {
  digest: withPublisher(renderMail(DIGEST, recipient), PUBLISHER, API),
  preview: previewMail(SMALL, { clippingName: 'Saúde', sites }),
  'preview with an observatory': previewMail(SMALL, {
    clippingName: 'Saúde',
    sites: { ...sites, siteUrl: PORTAL },
  }),
  question: confirmationMail(question),
  'question of an alert': alertConfirmationMail({ ...alert, showsAll: false }),
  'question of alerts': alertConfirmationMail({ ...alert, showsAll: true }),
  changed: clippingChangedMail({ ...changed, portalUrl: PORTAL }),
  'channel off': channelOffMail({ ...off, editUrl: `${PORTAL}/meus-recortes/c` }),
  ended: clippingEndedMail({ clippingName: 'Saúde', isUnpublished: false, portalUrl: PORTAL }),
  moved: telegramMovedMail({ hasChat: true }),
}

// Mail programs differ in what they show, so a mail stays as it was tried. After a change that is meant: npx vitest run FILE -u,
// with this file.
it('mails are the recorded ones', async () => {
  const text = Object.entries(MAILS).map(
    ([name, { subject, html, text }]) =>
      `=== ${name}\n${subject}\n\n${html.replaceAll('><', '>\n<')}\n\n${text}`,
  )
  await expect(text.join('\n')).toMatchFileSnapshot('recorded/mails.txt')
})
