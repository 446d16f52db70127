import { expect, it } from 'vitest'
import { writeBibtex, writeCitation, writeSourceLine } from './cite.ts'

const citation = {
  publisher: 'Pauta',
  title: 'Notícias por dia & tom',
  fileName: 'noticias-por-dia',
  period: { from: '2026-10-28', to: '2026-11-26' },
  address: 'https://pauta.example/?startDate=2026-10-28&endDate=2026-11-26#noticias-por-dia',
  today: '2026-11-26',
}

it('cites the title, the period, the address and the day of access', () => {
  expect(writeCitation(citation)).toBe(
    'PAUTA. Notícias por dia & tom, dados de 28 de out. de 2026 a 26 de nov. de 2026. Disponível em: ' +
      'https://pauta.example/?startDate=2026-10-28&endDate=2026-11-26#noticias-por-dia. Acesso em: 26 de nov. de 2026.',
  )
})

it.each([
  ['Ministério da Saúde', 'MINISTÉRIO DA SAÚDE', 'ministerio-da-saude', '{{Ministério da Saúde}}'],
  ['Órgão & Cia. {1}', 'ÓRGÃO & CIA. {1}', 'orgao-cia-1', '{{Órgão \\& Cia. \\{1\\}}}'],
  ['…', '…', 'fonte', '{{…}}'],
])('names %s as the author and the source', (publisher, author, key, authors) => {
  const named = { ...citation, publisher }
  expect(writeCitation(named).split('. Notícias por dia')[0]).toBe(author)
  expect(writeSourceLine(named).split(', com notícias')[0]).toBe(`Fonte: ${publisher}`)
  const [head, line] = writeBibtex(named).split('\n')
  expect([head, line]).toEqual([`@misc{${key}-noticias-por-dia-2026-11-26,`, `  author = ${authors},`])
})

it('writes an entry for BibTeX, in which titles have no commands and addresses stay as they are', () => {
  const entry = writeBibtex(citation)
  expect(entry).toMatch(/^@misc\{pauta-noticias-por-dia-2026-11-26,\n/)
  expect(entry).toContain('title = {Notícias por dia \\& tom},')
  expect(entry).toContain(`howpublished = {\\url{${citation.address}}},`)
  expect(entry).toContain('dados de 28 de out. de 2026 a 26 de nov. de 2026. Acesso em: 26 de nov. de 2026.')
  expect(entry.split('{').length).toBe(entry.split('}').length)
})

it('names source, period and date in one line, without a period that is not known', () => {
  expect(writeSourceLine(citation)).toBe(
    'Fonte: Pauta, com notícias dos sites do governo federal (gov.br); dados de 28 de out. de 2026 a 26 de nov. de 2026; lidos em 26 de nov. de 2026.',
  )
  expect(writeSourceLine({ ...citation, period: undefined })).toBe(
    'Fonte: Pauta, com notícias dos sites do governo federal (gov.br); lidos em 26 de nov. de 2026.',
  )
})
