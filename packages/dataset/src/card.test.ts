import { describe, expect, it } from 'vitest'
import { writeCard, type CardFacts } from './card.ts'

const facts: CardFacts = {
  kind: 'full',
  summary: { articles: 330_123, agencies: 158, firstDay: '2018-01-02', lastDay: '2026-06-01' },
  otherName: 'casa/noticias-reduzido',
  updatedOn: '2026-06-02',
  hasChanges: false,
}

describe('the card', () => {
  it('contains the host’s metadata and the description, in both languages', () => {
    const card = writeCard(facts)
    expect(card.split('---')[1]).toContain('size_categories:\n- 100K<n<1M\n')
    expect(card).toContain('**330.123** notícias de **158** órgãos (2018-01-02 – 2026-06-01)')
    expect(card).toContain('**330,123** articles of **158** agencies (2018-01-02 – 2026-06-01)')
    expect(card).toContain('[casa/noticias-reduzido](/datasets/casa/noticias-reduzido)')
  })

  it('says that rows are as their file was written, and whose summaries they have', () => {
    const card = writeCard(facts)
    expect(card).toContain(
      'A linha de uma notícia editada depois fica como estava quando o arquivo foi escrito.',
    )
    expect(card).toContain(
      'The row of an article that was edited later stays as it was when its file was written.',
    )
    expect(card).toContain(
      '| `summary` | string | resumo, do órgão ou de um modelo de linguagem | summary, by the agency or a language model |',
    )
  })

  it('names the configuration of changes, with its columns, once there are files of it', () => {
    const config = 'config_name: changes\n  data_files:\n  - split: train\n    path: changes/*.parquet'
    expect(writeCard(facts)).not.toContain('changes')
    const card = writeCard({ ...facts, hasChanges: true })
    expect(card.split('---')[1]).toContain(config)
    expect(card).toContain('| `grade` | string |')
    expect(card).toContain('| `version` | double |')
  })

  it.each([
    [0, 'n<1K'],
    [999, 'n<1K'],
    [1000, '1K<n<10K'],
    [9999, '1K<n<10K'],
    [10_000, '10K<n<100K'],
    [99_999, '10K<n<100K'],
    [100_000, '100K<n<1M'],
    [999_999, '100K<n<1M'],
    [1_000_000, '1M<n<10M'],
    [2_000_000, '1M<n<10M'],
  ])('names the size class of %i rows', (articles, name) => {
    const summary = { ...facts.summary, articles }
    expect(writeCard({ ...facts, summary })).toContain(`size_categories:\n- ${name}\n`)
  })

  it('leaves out the period when there are no articles', () => {
    const summary = { articles: 0, agencies: 0, firstDay: null, lastDay: null }
    expect(writeCard({ ...facts, kind: 'reduced', summary })).toContain(
      '**0** órgãos. Atualizado em 2026-06-02',
    )
  })

  it.each([
    ['full', 'com texto completo e temas', 'A versão com quatro colunas é', 24],
    ['reduced', 'Brasil:', 'A versão completa é', 4],
  ] as const)('of the %s dataset describes its columns', (kind, words, other, columns) => {
    const card = writeCard({ ...facts, kind })
    expect(card).toContain(words)
    expect(card).toContain(other)
    expect(card.split('\n').filter((line) => line.startsWith('| `'))).toHaveLength(columns)
    expect(card).toContain('| `published_at` | timestamp[us, tz=UTC] |')
    expect(card).toContain('| `title` | string |')
    expect(card.includes('| `tags` | list<string> |')).toBe(kind === 'full')
    expect(card).toMatch(/\| meaning \|\n\|(---\|){4}\n\| `/)
  })

  it('has no period with one day alone', () => {
    for (const day of ['firstDay', 'lastDay']) {
      const summary = { ...facts.summary, [day]: null }
      expect(writeCard({ ...facts, summary })).toContain('**158** órgãos. Atualizado')
    }
  })
})
