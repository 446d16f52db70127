import { channelOffMail } from './channel-off-mail.ts'
import { telegramMovedMail } from './telegram-moved-mail.ts'
import { describe, expect, it } from 'vitest'
import { composeDigest } from '../digest/digest.ts'
import { clippingChangedMail } from './clipping-changed-mail.ts'
import { clippingEndedMail } from './clipping-ended-mail.ts'
import { confirmationMail } from './confirmation-mail.ts'
import { renderMail } from './digest-mail.ts'

const digest = composeDigest({
  clippingName: 'Saúde',
  prompt: null,
  refTime: new Date('2026-06-01T11:00:00Z'),
  period: { kind: 'arrived', from: new Date('2026-05-31T11:00:00Z'), sinceRelease: true },
  recortes: [],
})
const recipient = {
  why: 'Você assina "Saúde" & mais.',
  unsubscribeUrl: 'https://api.example.org/unsubscribe?token=a&b=1',
  releaseUrl: 'https://portal.example.org/clipping/release/1',
}

describe('a digest for a recipient', () => {
  it('contains the reason and the links to unsubscribe and read it, in HTML and in plain text', () => {
    const { subject, html, text } = renderMail(digest, recipient)
    expect(subject).toBe(digest.subject)
    expect(html).toContain('Você assina &quot;Saúde&quot; &amp; mais.')
    expect(html).toContain('href="https://api.example.org/unsubscribe?token=a&amp;b=1"')
    expect(html).toContain('href="https://portal.example.org/clipping/release/1"')
    expect(html).not.toContain('data-recipient')
    expect(
      text.endsWith(
        '-- \nVer esta edição na web: https://portal.example.org/clipping/release/1\nVocê assina "Saúde" & mais.\nDeixar de receber: https://api.example.org/unsubscribe?token=a&b=1\n',
      ),
    ).toBe(true)
  })

  it.each([
    ['https://p.example.org/meus-recortes/c', true],
    ['javascript:pwned()', false],
    [undefined, false],
  ])('links the form of the clipping by %s: %s', (url, isLinked) => {
    const { html, text } = renderMail(digest, {
      ...recipient,
      edit: url === undefined ? undefined : { url, text: 'Alterar este clipping' },
    })
    expect([html, text].map((body) => body.includes('Alterar este clipping'))).toEqual([isLinked, isLinked])
    expect(html + text).not.toContain('pwned')
  })

  it('leaves the stored digest free of recipient data', () => {
    expect(digest.html + digest.text).not.toMatch(/token|unsubscribe|portal\.example/)
  })

  it('inserts the recipient’s part into an imported document', () => {
    const other = { subject: 's', text: 't', html: '<html><BODY><p>x</p></BODY></html>' }
    expect(renderMail(other, recipient).html).toMatch(/<p>x<\/p>.*Deixar de receber.*<\/BODY><\/html>$/)
    expect(renderMail({ ...other, html: '<p>x</p>' }, recipient).html).toMatch(
      /^<p>x<\/p>.*Deixar de receber/,
    )
  })

  it('throws without an unsubscribe address', () => {
    expect(() => renderMail(digest, { ...recipient, unsubscribeUrl: 'javascript:pwned()' })).toThrow(
      /unsubscribe/,
    )
    const { html } = renderMail(digest, { ...recipient, releaseUrl: 'javascript:pwned()' })
    expect(html).not.toMatch(/pwned|Ver esta edição/)
  })
})

describe('the consent question', () => {
  it('contains no text chosen by the author', () => {
    const { subject, text, html } = confirmationMail({
      clippingName: `Ganhe em https://golpe.example/ já ${'x'.repeat(300)}`,
      authorName: 'www.golpe.example.com',
      confirmUrl: 'https://api.example.org/confirm?token=t',
    })
    expect(subject).toBe('Confirme que você quer receber este clipping')
    expect(text).toMatch(
      /^golpe example com pediu que este endereço receba o clipping “Ganhe em golpe example\/ já/,
    )
    expect(html.match(/<a /g)).toHaveLength(2)
    expect(html).not.toContain('golpe.example')
    expect(text).toContain('https://api.example.org/confirm?token=t')
    // The class carries the colours of dark programs, the style those of all others.
    expect(html).toMatch(
      /<a href="https:\/\/api\.example\.org\/confirm\?token=t" target="_blank" rel="noopener noreferrer" class="b" style="[^"]+">Quero receber<\/a>/,
    )
  })

  it('throws without a confirmation address', () => {
    const question = { clippingName: 'a', authorName: 'b', confirmUrl: '/confirm' }
    expect(() => confirmationMail(question)).toThrow(/confirm/)
  })
})

describe('the notice that a clipping ended', () => {
  it('announces the end, with or without a portal', () => {
    const { subject, text, html } = clippingEndedMail({
      clippingName: 'A\nB',
      isUnpublished: false,
      portalUrl: null,
    })
    expect(subject).toBe('A B: clipping encerrado')
    expect(text).toContain('O clipping “A B” foi encerrado')
    expect(html).not.toContain('<a ')
    const { html: linked } = clippingEndedMail({
      clippingName: 'A',
      isUnpublished: false,
      portalUrl: 'https://p.example.org',
    })
    expect(linked).toContain('href="https://p.example.org/"')
    const withdrawn = clippingEndedMail({ clippingName: 'A', isUnpublished: true, portalUrl: null })
    expect(withdrawn.subject).toBe('A: clipping não é mais público')
    expect(withdrawn.text).toContain('continua disponível para você')
  })
})

describe('the notice that a followed clipping changed', () => {
  it('names the changes in words and links to the unsubscribe page', () => {
    const { subject, text, html } = clippingChangedMail({
      clippingName: 'A <b>',
      changes: ['name', 'schedule', 'new kind'],
      unsubscribeUrl: 'https://api.example.org/unsubscribe?token=a',
      portalUrl: null,
    })
    expect(subject).toBe('A <b>: clipping atualizado')
    expect(text).toContain('O que há de novo: o nome e os dias ou o horário de envio.')
    expect(text).toContain('https://api.example.org/unsubscribe?token=a')
    expect(html).toContain('A &lt;b&gt;')
    expect(html).toContain('href="https://api.example.org/unsubscribe?token=a"')
    expect(html).toContain('prefers-color-scheme:dark')
  })

  it.each([
    ['https://p.example.org/', true],
    [null, false],
  ])('leads to the own clippings by %s: %s', (portalUrl, isLinked) => {
    const changed = {
      clippingName: 'A',
      changes: ['name'],
      unsubscribeUrl: 'https://api.example.org/',
      portalUrl,
    }
    const { text, html } = clippingChangedMail(changed)
    expect([html.includes('Ver os meus clippings'), text.includes('Meus clippings: ')]).toEqual([
      isLinked,
      isLinked,
    ])
  })
})

describe('the notice that a chat moved', () => {
  it('tells each account what it gained or lost, without naming the other', () => {
    expect(telegramMovedMail({ hasChat: true }).text).toContain('agora está vinculado à sua')
    const { text, html } = telegramMovedMail({ hasChat: false })
    expect(text).toContain('passou para outra conta')
    expect(html).toContain('envie /stop')
  })
})

describe('the notice that a channel was switched off', () => {
  const off = { channel: 'slack', clippingId: 'c', clippingName: 'Água\ne luz', isAuthor: true } as const

  it.each([
    ['failed', 'As últimas 5 edições não puderam ser entregues'],
    ['gone', 'respondeu que não existe mais'],
  ] as const)('names the channel, the clipping and the reason: %s', (reason, sentence) => {
    const { subject, text, html } = channelOffMail({ ...off, reason, editUrl: null })
    expect(subject).toBe('Água e luz: o canal Slack ou compatível foi desligado')
    for (const part of [text, html]) {
      expect(part).toContain('O canal Slack ou compatível do clipping “Água e luz” foi desligado.')
      expect(part).toContain(sentence)
      expect(part).not.toContain('Abrir')
    }
  })

  it('leads to where the channel is switched on', () => {
    const url = 'https://pauta.exemplo.org/meus-recortes/c'
    const { text, html } = channelOffMail({ ...off, reason: 'gone', editUrl: url })
    expect(text).toContain(`O clipping: ${url}`)
    expect(html).toContain(`href="${url}"`)
  })
})
