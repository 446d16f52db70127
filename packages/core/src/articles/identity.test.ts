import { describe, expect, it } from 'vitest'
import { hashContent, mintUniqueId, slugify } from './identity.ts'

describe('slug', () => {
  it('keeps ASCII words and joins them', () => {
    expect(slugify('  Saúde: vacinação — 2ª dose começa às 8h! ')).toBe(
      'saude-vacinacao-2a-dose-comeca-as-8h',
    )
  })

  it('ends at 100 characters, never with a dash', () => {
    const slug = slugify(`${'a'.repeat(99)} b`)
    expect(slug).toBe('a'.repeat(99))
  })

  it('names an empty title', () => {
    expect(slugify('—')).toBe('sem-titulo')
  })
})

describe('unique id', () => {
  it('differs with agency, instant and title, and repeats otherwise', () => {
    const id = mintUniqueId('saude', '2026-06-01T12:00:00+00:00', 'Vacinação')
    expect(id).toMatch(/^vacinacao_[0-9a-f]{6}$/)
    expect(mintUniqueId('saude', '2026-06-01T12:00:00+00:00', 'Vacinação')).toBe(id)
    expect(mintUniqueId('mec', '2026-06-01T12:00:00+00:00', 'Vacinação')).not.toBe(id)
    expect(mintUniqueId('saude', '2026-06-01T12:00:01+00:00', 'Vacinação')).not.toBe(id)
  })
})

describe('content hash', () => {
  it('looks past case, accents, punctuation and spacing', () => {
    expect(hashContent('Vacinação, já!', 'Comece  hoje.')).toBe(hashContent('VACINACAO JA', 'comece hoje'))
    expect(hashContent('Vacinação', 'Comece hoje')).not.toBe(hashContent('Vacinação', 'Comece amanhã'))
    expect(hashContent('a', 'b')).toMatch(/^[0-9a-f]{16}$/)
  })

  it('is null when there is no text at all', () => {
    expect(hashContent('', null)).toBeNull()
    expect(hashContent('…', ' ')).toBeNull()
    expect(hashContent('', 'texto')).not.toBeNull()
  })
})
