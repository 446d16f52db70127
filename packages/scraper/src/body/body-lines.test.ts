import { describe, expect, it } from 'vitest'
import { DATE_LINE_CHARACTERS } from '../dates/date-line.ts'
import { removeLeftoverLines } from './body-lines.ts'

const NEWS = 'O ministério publicou a portaria.'
const LINK = '[Copiar link](https://www.gov.br/a)'

/** Whether a line stays between two lines of news. */
const stays = (line: string) => removeLeftoverLines([NEWS, line, NEWS].join('\n\n')).includes(line)

describe('lines of a body', () => {
  it.each([
    'Assessoria de imprensa não confirmou a data; o ministro falou depois.',
    'Assessoria de Comunicação da Anvisa confirmou o recolhimento do lote.',
    '**Assessoria especial de comunicação** informa que a página mudou de endereço.',
    'A assessoria de imprensa do ministério confirmou a data.',
    'Quem liga para (61) 3333-4444 fala com um servidor do ministério.',
    'O vídeo está em facebook.com/ministerio e no portal.',
    '| Voltar | Home |',
    '| Tags: a | Voltar |',
    '| Ascom | ascom@saude.gov.br |',
    '| Vídeos | youtube.com/saude |',
    '``` Publicado em 10/03/2026 14h30',
    '~~~~ Publicado em 10/03/2026 14h30',
    '## Como se inscrever',
    'Conteúdo de www.instagram.com',
    '![](https://www.gov.br/saude/facebook.com/foto.jpg)',
    'Acesse já o instagram.com!',
    'Siga instagram.com, onde o ministério mostra o dia a dia de quem trabalha nas escolas do campo',
    'Telefone (61) 3333-4444 da sede do ministério, na Esplanada dos Ministérios, bloco da educação',
    'Ligue (61) 3333-4444',
    `Texto com ${'palavra '.repeat(20)}e copiar link`,
    `copiar link ${'a'.repeat(149)}`,
    `instagram.com ${'a'.repeat(67)}`,
    `Tel.: (61) 3333-4444 ${'a'.repeat(60)}`,
    `Ascom ascom@a.br ${'a'.repeat(134)}`,
    `Voltar [](https://www.gov.br/${'a'.repeat(971)})`,
    'Notícias do dia',
    'Acessos: 321 mil por mês',
    'SUS, criado em 1988',
    'Criado em 10/03/2026, o comitê é presidido pela ministra',
    'Tags de roupa',
    '==',
    'Escreva para imprensa.br',
  ])('stay when they are text: %s', (line) => {
    expect(stays(line)).toBe(true)
  })

  it.each([
    ['navigation', 'Notícias'],
    ['when it was created', '- Criado: 11/03/2026'],
    ['how often it was read', '- Acessos: 1.321'],
    ['a label of sharing', '**Compartilhe:**'],
    ['a label of sharing with a network', 'Compartilhe no Facebook'],
    ['the way home', 'Home'],
    ['the way back', '- **Voltar**'],
    ['a quoted way back', '> [Voltar](https://www.gov.br/a)'],
    ['a way back of the most characters', `Voltar [](https://www.gov.br/${'a'.repeat(970)})`],
    ['a category', 'Categoria: saúde'],
    ['categories', 'Categorias'],
    ['a tag', 'Tag: saúde'],
    ['key words', '**Palavras-chave:** saúde'],
    ['an address alone', 'imprensa@saude.gov.br'],
    ['an address of a person alone', 'E-mail: maria.silva@saude.gov.br'],
    ['a button that copies', 'Copiar para a área de transferência'],
    ['a button that copies, without its article', 'Copiar para área de transferência'],
    ['the most characters with such a button', `copiar link ${'a'.repeat(148)}`],
    ...['facebook', 'twitter', 'linkedin', 'whatsapp', 'instagram', 'youtube'].map((name) => [
      'a social site',
      `${name}.com`,
    ]),
    ...['Facebook', 'Twitter', 'Instagram', 'LinkedIn', 'YouTube', 'Flickr'].map((name) => [
      'a place of a social site',
      `Rede: ${name}.com/ministerio ${'a'.repeat(60)}`,
    ]),
    ...[
      'Assessoria',
      'Ascom',
      'Contato',
      'Contatos',
      'Mais informações',
      'Informações à imprensa',
      'Informações para a imprensa',
      'Atendimento à imprensa',
      'Imprensa',
      'E-mail ou telefone',
      'Telefone',
      'Tel',
      'Fone',
      'Fonte',
      'Texto:',
      'Fotos:',
      'Com informações',
      'Siga',
      'Acompanhe',
      'Redes sociais',
    ].map((label) => ['a label with a phone number', `${label} (61) 3333-4444`]),
    ['the most characters of a phone number', `Tel.: (61) 3333-4444 ${'a'.repeat(59)}`],
    ['the most characters of a press office', `Ascom ascom@a.br ${'a'.repeat(133)}`],
    ['a phone number with nine digits', '(61) 99999-4444'],
    ['a press office for special matters', 'Assessoria Especial de Imprensa'],
    ['an address of a press office', 'Escreva a comunicacao.social@saude.gov.br'],
    ['a rule', '====='],
    ['keywords', 'Tags: saúde, vacina'],
    ['an e-mail address', 'E-mail: imprensa@saude.gov.br'],
    ['a button that copies the link', LINK],
    ['a date', 'Publicado em 10/03/2026 14h30'],
    ['a social site without a sentence', 'instagram.com'],
    ['three words with a full stop beside a social site', 'Acesse o instagram.com!'],
    ['a social site of the most characters', `instagram.com ${'a'.repeat(66)}`],
    ['a phone number without words', '(61) 3333-4444 / (61) 3333-5555'],
    ['a press office of three words', 'Assessoria de imprensa.'],
    ['a phone number', 'Tel.: (61) 3333-4444'],
    ['the name of a press office', 'Assessoria de Imprensa'],
    [
      'the name of a press office with a full stop',
      'Assessoria de Comunicação Social do Ministério da Saúde.',
    ],
    ['a label before a press office', 'Mais informações pela assessoria de comunicação.'],
    ['a press office in capitals', 'ASSESSORIA DE COMUNICAÇÃO DO MINISTÉRIO DA SAÚDE.'],
    ['a press office with its sources', 'Assessoria de Comunicação do MEC, com informações da Capes.'],
    ['a press office with a phone', 'Assessoria de imprensa atende a imprensa no (61) 3333-4444.'],
    ['a press office with an address', 'Assessoria de imprensa responde em imprensa@saude.gov.br.'],
  ])('go when they are %s', (_, line) => {
    expect(stays(line)).toBe(false)
  })

  it.each([
    ['the date before the text', `10/03/2026\n\n${NEWS}`, NEWS],
    ['no date further down', `${NEWS}\n\n10/03/2026\n\n${NEWS}`, `${NEWS}\n\n10/03/2026\n\n${NEWS}`],
    ['a date of the most characters', `10/03/2026${' '.repeat(DATE_LINE_CHARACTERS - 10)}\n\n${NEWS}`, NEWS],
    [
      'no longer line',
      `10/03/2026${' '.repeat(DATE_LINE_CHARACTERS - 9)}\n\n${NEWS}`,
      `10/03/2026${' '.repeat(DATE_LINE_CHARACTERS - 9)}\n\n${NEWS}`,
    ],
  ])('lose %s', (_, lines, left) => {
    expect(removeLeftoverLines(lines)).toBe(left)
  })

  const body = (news: number, leftovers: number) =>
    [...Array<string>(news).fill(NEWS), ...Array<string>(leftovers).fill('Voltar')].join('\n\n')
  it.each([
    ['half of six lines', 3, 3, false],
    ['more than half of seven lines', 3, 4, true],
    ['more than half of five lines', 2, 3, true],
    ['more than half of four lines', 1, 3, false],
  ])('stay or go together: %s', (_, news, leftovers, stay) => {
    const text = body(news, leftovers)
    expect(removeLeftoverLines(text)).toBe(stay ? text : body(news, 0))
  })
})
