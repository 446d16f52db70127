import { describe, expect, it } from 'vitest'
import { toReadableText } from './readable-text.ts'

const visible = (content: string, title = '') =>
  toReadableText(content, title).replaceAll('\u00AD', '').replace(/\s+/g, ' ').trim()

describe('toReadableText', () => {
  it.each([
    [
      'links',
      'Veja o [edital de seleção](https://www.gov.br/mec/edital.pdf "Edital") até sexta.',
      'Veja o edital de seleção até sexta.',
    ],
    ['links in bold', 'Foi a **[36ª edição](https://x.br/a_(1).html)** do ano.', 'Foi a 36ª edição do ano.'],
    ['images', 'Antes ![Foto (3).jpg](https://x.br/f(3).jpg) depois', 'Antes depois'],
    ['linked images', 'A [![Foto](https://x.br/f.jpg)](https://x.br) B', 'A B'],
    [
      'a share button that lost its beginning',
      '[Leia](https://x.br) o texto](https://www.facebook.com/sharer?u=1) inteiro',
      'Leia o texto inteiro',
    ],
    [
      'a mark that opens no tag',
      `Menos <de ${'mil '.repeat(2000)}> fim`,
      `Menos <de ${'mil '.repeat(2000)}> fim`,
    ],
    ['broken links', 'Fim do texto. [Twitter](https://twitter.com/share?text=Resul', 'Fim do texto.'],
    [
      'share buttons',
      'Compartilhe: \n[Compartilhe por Facebook](http://www.facebook.com/sharer.php?u=https://x.br "Facebook")\nTexto.',
      'Texto.',
    ],
    [
      'bare addresses',
      'Acesse https://www.gov.br/saude, www.gov.br/x ou mande a fala@saude.gov.br.',
      'Acesse , ou mande a .',
    ],
    [
      'tags',
      '<p>Um <strong>bom</strong> dia.</p><script>alert("x < y")</script><!-- nota --> Fim',
      'Um bom dia. Fim',
    ],
    [
      'character references',
      'P&amp;D em S&atilde;o Lu&iacute;s&nbsp;&#8211; &#x201C;sim&#x201D;',
      'P&D em São Luís – “sim”',
    ],
    [
      'emphasis and escapes',
      'É __muito__ *bom* , snake_case e 3 \\* 4.',
      'É muito bom , snake_case e 3 * 4.',
    ],
    ['comparisons', 'Para x < 10 e y > 5, vale.', 'Para x < 10 e y > 5, vale.'],
    ['unclosed brackets', 'Disse [o ministro e ![ foi < embora', 'Disse o ministro e ! foi < embora'],
  ])('removes %s', (_, content, expected) => {
    expect(visible(content)).toBe(expected)
  })

  it('drops a first heading that repeats the title, with its rule, and no later heading', () => {
    const content = 'Inscrições abertas\n==================\n\n\nO prazo é sexta.\n\nInscrições abertas'
    expect(visible(content, 'INSCRIÇÕES ABERTAS')).toBe('O prazo é sexta. Inscrições abertas')
    expect(visible(content, 'Outro título')).toContain('Inscrições abertas O prazo')
  })

  it('separates paragraphs where tags do', () => {
    expect(toReadableText('<p>Um</p><p>Dois</p>')).toMatch(/Um\s*\n\s*\n\s*Dois/)
    expect(toReadableText('Um<br/>Dois')).toMatch(/Um\n\s*Dois/)
  })

  it('keeps all offsets', () => {
    const content = 'Leia [isto](http://a.br) &eacute; <b>bom</b>\r\nfim 😀 **já**'
    const text = toReadableText(content)
    expect(text).toHaveLength(content.length)
    for (const word of ['Leia', 'isto', 'bom', 'fim', '😀', 'já'])
      expect(text.indexOf(word)).toBe(content.indexOf(word))
  })
})
