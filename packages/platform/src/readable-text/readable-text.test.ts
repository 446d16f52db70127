import { describe, expect, it } from 'vitest'
import { toPlainText, toReadableText } from './readable-text.ts'

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
      'every named reference',
      '&aacute;&Agrave;&ecirc;&otilde;&uuml;&ccedil; &amp; &quot; &apos; &lt; &gt; &ndash; &mdash; &hellip; &ldquo; &rdquo; &lsquo; &rsquo; &laquo; &raquo; &ordf; &ordm; &deg;',
      'áÀêõüç & " \' < > – — … “ ” ‘ ’ « » ª º °'.normalize('NFC'),
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
    const content =
      'Leia [isto](http://a.br) &eacute; <b>bom</b>\r\n[Envie](https://twitter.com/share?text=a) fim 😀 **já**'
    const text = toReadableText(content)
    expect(text).toHaveLength(content.length)
    for (const word of ['Leia', 'isto', 'bom', 'fim', '😀', 'já'])
      expect(text.indexOf(word)).toBe(content.indexOf(word))
  })
})

describe('toPlainText', () => {
  const fold = (content: string, title = '') => toPlainText(content, title).replace(/\s+/g, ' ').trim()

  it.each([
    ['O **Portal**, a *Agência* e o `SUS`.', 'O Portal, a Agência e o SUS.'],
    ['*Itálico*s e pa**la**vras', 'Itálicos e palavras'],
    ['Veja [o [novo] **edital**](https://x.br/a_(1) "Edital").', 'Veja o [novo] edital.'],
    ['O ministro [da Saúde] disse [sic] e [saiu', 'O ministro [da Saúde] disse [sic] e [saiu'],
    ['A[![Foto](https://x.br/f.jpg)](https://x.br), B', 'A, B'],
    [
      'Acesse https://x.br/a_b?c=1&d=2 ou <https://x.br/e>.',
      'Acesse https://x.br/a_b?c=1&d=2 ou https://x.br/e.',
    ],
    ['Escreva a <fala@x.br>, hoje', 'Escreva a fala@x.br, hoje'],
    ['<b>Um</b>, 2<sup>o</sup><br>lugar<!-- nota -->.', 'Um, 2o lugar.'],
    ['<table><tr><td>um</td><td>dois</td></tr></table>três', 'um dois três'],
    ['S&atilde;o&nbsp;Lu&iacute;s &#8211; P&amp;D', 'São Luís – P&D'],
    ['2*3*4, 3 * 4 e R\\$ 5\\*', '2*3*4, 3 * 4 e R$ 5*'],
    ['x < y > z', 'x < y > z'],
    ['Se a<b, fim', 'Se a<b, fim'],
    ['Se a<!--b, fim', 'Se a<!--b, fim'],
    ['Veja![a foto', 'Veja![a foto'],
    ['A<script>b', 'A b'],
    ['A&b, &#0;, &nada; e &#32;c', 'A&b, , e c'],
  ])('returns %j as people read it', (content, expected) => {
    expect(fold(content)).toBe(expected)
  })

  it.each([
    ['&#1;', ' '],
    ['&#33;', '!'],
    ['&#160;', ' '],
    ['&#161;', '¡'],
    ['&#xD7FF;', '\uD7FF'],
    ['&#xD800;', ' '],
    ['_bom_', 'bom'],
    ['a_b', 'a_b'],
    ['a\\b \\_c', 'a\\b _c'],
    ['a<br>b', 'a\nb'],
    ['<p>a</p>b', '\n\na\n\nb'],
  ])('shows %s as %j', (content, shown) => {
    expect(toPlainText(content)).toBe(shown)
  })

  it.each<[string, (length: number) => string, number, string, string]>([
    ['a tag', (length) => `a<b ${'x'.repeat(length - 3)}>c`, 5000, 'ac', 'a<b '],
    ['the text of a picture', (length) => `a![${'x'.repeat(length - 2)}](u)c`, 1000, 'ac', 'a!x'],
    ['the address of a picture', (length) => `a![b](${'u'.repeat(length - 1)})c`, 3999, 'ac', 'a)c'],
    ['an address', (length) => `[a](${'u'.repeat(length - 1)})c`, 3999, 'ac', 'a)c'],
  ])('reads %s up to a length', (_, write, most, whole, cut) => {
    expect(toPlainText(write(most))).toBe(whole)
    expect(toPlainText(write(most + 1)).slice(0, cut.length)).toBe(cut)
  })

  it('leaves out a heading that repeats the title, and share buttons', () => {
    const content =
      'Inscrições **abertas**\n====\n\nCompartilhe: \n[Compartilhe por X](https://twitter.com/share?text=I)\nO prazo é sexta.'
    expect(fold(content, 'Inscrições abertas')).toBe('O prazo é sexta.')
  })
})
