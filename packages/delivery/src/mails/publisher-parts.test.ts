import { PUBLISHER_PATHS, publisherSchema } from '@pauta/platform/config/publisher'
import { describe, expect, it } from 'vitest'
import { alertConfirmationMail } from './confirmation-mail.ts'
import { withPublisher } from './publisher-parts.ts'

const API = 'https://api.example'
const mail = alertConfirmationMail({
  alertName: 'Dengue',
  confirmUrl: 'https://pauta.example.org/alertas?token=a',
  showsAll: true,
})
const publisher = publisherSchema.parse({
  name: 'Agência <b>',
  contact: 'imprensa@orgao.example',
  privacyContact: 'https://orgao.example/lgpd',
  markUrl: 'https://orgao.example/marca.png?a=1&b="2"',
  colour: '#7a1f1f',
  textLicence: 'CC BY-SA 4.0',
  dataLicence: 'CC0',
})

describe('the publisher of a mail', () => {
  it('has its name, picture and colour above the text, and its licence and contacts below', () => {
    const { html, text } = withPublisher(mail, publisher, API)
    const at = (part: string) => html.indexOf(part)
    expect(at('Agência &lt;b&gt;')).toBeGreaterThan(0)
    expect(at('Agência &lt;b&gt;')).toBeLessThan(at('<h1'))
    expect(html).toContain('src="https://orgao.example/marca.png?a=1&amp;b=%222%22"')
    expect(html).toContain('border-top:4px solid #7a1f1f')
    expect(at('Licença dos textos: CC BY-SA 4.0. Licença dos dados: CC0.')).toBeGreaterThan(
      at('O botão não abre?'),
    )
    expect(html).toContain('href="mailto:imprensa@orgao.example"')
    expect(html).toContain('href="https://orgao.example/lgpd"')
    for (const [path, title] of Object.entries(PUBLISHER_PATHS))
      expect(html).toMatch(new RegExp(`href="https://api\\.example${path}"[^>]*>${title}</a>`))
    expect(html).toContain("form-action 'none'; img-src https://orgao.example".replaceAll("'", '&#x27;'))
    expect(
      text.endsWith(
        'Agência <b>\nLicença dos textos: CC BY-SA 4.0. Licença dos dados: CC0.\nContato: imprensa@orgao.example\nDados pessoais: https://orgao.example/lgpd\nLicença, privacidade, acessibilidade e contato: https://api.example/contato\n',
      ),
    ).toBe(true)
  })

  it('is its name with the licence of the texts where nothing is set', () => {
    const { html, text } = withPublisher(mail, publisherSchema.parse({}), API)
    expect(html).toContain('>Pauta</p>')
    expect(html).not.toMatch(/<img|img-src|data-publisher|mailto:/)
    expect(text).toMatch(
      /\nPauta\nLicença dos textos: CC BY-ND 3\.0, [^\n]+\nLicença, [^\n]+: https:\/\/api\.example\/contato\n$/,
    )
  })

  it('leaves a document without its places as it is', () => {
    const imported = { subject: 's', html: '<p>x</p>', text: 't' }
    expect(withPublisher(imported, publisher, API).html).toBe('<p>x</p>')
  })
})
