import { describe, expect, it } from 'vitest'
import { hashContent, mintUniqueId, slugify } from './identity.ts'

describe('slug', () => {
  it('keeps ASCII words and joins them', () => {
    expect(slugify('  Saúde: vacinação — 2ª dose começa às 8h! ')).toBe(
      'saude-vacinacao-2a-dose-comeca-as-8h',
    )
  })

  it('has at most 100 characters and never ends with a dash', () => {
    const slug = slugify(`${'a'.repeat(99)} b`)
    expect(slug).toBe('a'.repeat(99))
  })

  it('ends before the word that crosses the limit', () => {
    const slug = slugify(`${'palavra '.repeat(14)}fim`)
    expect(slug).toBe('palavra-'.repeat(12).slice(0, -1))
    expect(slugify('b'.repeat(120))).toBe('b'.repeat(100))
  })

  it('is sem-titulo for a title without letters', () => {
    expect(slugify('—')).toBe('sem-titulo')
  })
})

describe('unique id', () => {
  it('depends on agency, instant and title only', () => {
    const id = mintUniqueId('saude', '2026-06-01T12:00:00+00:00', 'Vacinação')
    expect(id).toMatch(/^vacinacao_[0-9a-f]{6}$/)
    expect(mintUniqueId('saude', '2026-06-01T12:00:00+00:00', 'Vacinação')).toBe(id)
    expect(mintUniqueId('mec', '2026-06-01T12:00:00+00:00', 'Vacinação')).not.toBe(id)
    expect(mintUniqueId('saude', '2026-06-01T12:00:01+00:00', 'Vacinação')).not.toBe(id)
  })
})

describe('known values', () => {
  it('match the ids and hashes of stored articles', () => {
    expect(mintUniqueId('mec', '2026-02-10T17:05:00-03:00', 'Governo anuncia programa')).toBe(
      'governo-anuncia-programa_7d967d',
    )
    expect(
      mintUniqueId('agencia_brasil', '2026-01-15T14:30:00-03:00', 'Educação: R$ 1.000,00 em crédito!'),
    ).toBe('educacao-r-1-000-00-em-credito_c9993e')
    expect(hashContent('Lula', 'conteudo')).toBe('7af6a8c98b1e027b')
    expect(hashContent('Governo anuncia programa', 'Texto da notícia')).toBe('ca58538e360baaf4')
  })
})

describe('content hash', () => {
  it('keeps underscores, as stored hashes do', () => {
    expect(hashContent('a_b', null)).not.toBe(hashContent('ab', null))
  })

  it('ignores case, accents, punctuation and spacing', () => {
    expect(hashContent('Vacinação, já!', 'Comece  hoje.')).toBe(hashContent('VACINACAO JA', 'comece hoje'))
    expect(hashContent('Vacinação', 'Comece hoje')).not.toBe(hashContent('Vacinação', 'Comece amanhã'))
    expect(hashContent('a', 'b')).toMatch(/^[0-9a-f]{16}$/)
  })

  it('is null when title and content are empty', () => {
    expect(hashContent('', null)).toBeNull()
    expect(hashContent('…', ' ')).toBeNull()
    expect(hashContent('', 'texto')).not.toBeNull()
  })
})
