import { describe, expect, it } from 'vitest'
import { isOffice, isPost, officeAfter, officeBefore } from './office-beside.ts'

describe('an office', () => {
  it.each<[string | undefined, boolean]>([
    [undefined, false],
    ['ministra', true],
    ['Ministra', true],
    ['ministras', true],
    ['diretores', true],
    ['oficiais', true],
    ['campeões', true],
    ['cabides', false],
    ['ex-presidente', true],
    ['secretário-executivo', true],
    ['primeira-dama', true],
    ['dama-primeira', false],
    ['secretária', true],
    // Of many people: an organisation.
    ['secretaria', false],
    ['Secretarias', false],
    ['Secretaria-Geral', false],
    ['secretária-executiva', true],
  ])('is the word %s: %s', (word, expected) => {
    expect(isOffice(word)).toBe(expected)
  })

  it.each([
    ['técnicas', true],
    ['assistente', true],
    ['ministra', false],
  ])('opens names of posts by the word %s: %s', (word, expected) => {
    expect(isPost(word)).toBe(expected)
  })
})

describe('the office before a name', () => {
  it.each<[string, string | null]>([
    ['A ministra ', 'ministra'],
    ['A ministra', null],
    ['A ministra, ', 'ministra'],
    ['A ministra,  ', 'ministra'],
    ['A ministra, a  ', 'ministra'],
    ['Disse a ministra da Casa Civil, a ', 'ministra da Casa Civil'],
    ['A ministra nacional de Saúde ', 'ministra nacional de Saúde'],
    ['A ministra nacional ', 'ministra nacional'],
    // An office that also tells a kind.
    ['A ministra adjunta ', 'ministra adjunta'],
    ['A secretária nacional adjunta de Saúde ', 'secretária nacional adjunta de Saúde'],
    ['A ministra adjunta substituta ', 'ministra adjunta substituta'],
    ['O diretor presidente do FNDE ', 'diretor presidente do FNDE'],
    // The kind of a body is no office.
    ['O diretor de programa da Secretaria Executiva, ', 'diretor de programa da Secretaria Executiva'],
    ['O diretor da Diretoria Técnica, ', 'diretor da Diretoria Técnica'],
    ['O ministro da Secretaria-Geral da Casa, ', 'ministro da Secretaria-Geral da Casa'],
    ['A Secretaria executiva ', 'executiva'],
    ['A adjunta ', 'adjunta'],
    ['A nova adjunta ', 'adjunta'],
    ['Viu a nacional adjunta ', 'adjunta'],
    ['A ministra, adjunta da Saúde ', 'adjunta da Saúde'],
    ['A ministra e presidente do STM ', 'presidente do STM'],
    ['A ministra Saúde ', null],
    ['A ministra da Casa falou ', null],
    ['A ministra da Casa é ', null],
    ['Os ministros da Casa são ', null],
    ['A ministra da Casa quando ', null],
    ['A ministra da Saúde, é ', null],
    // A comma behind the office begins another part.
    ['A ministra, da Casa ', null],
    ['A ministra, da ', null],
    // What follows a preposition is no person, but behind a comma it is one.
    ['O chefe de governo de ', null],
    ['O chefe de governo de, ', 'chefe de governo de'],
    ['A ministra (MEC) da Educação ', 'ministra da Educação'],
    // A town whose name begins with an office.
    ['Em Juiz de Fora, ', null],
    ['Em Juiz de Fora, Ubá ou ', null],
    ['Em Barão de Monte Alto, ', null],
    ['A prefeita de Juiz de Fora, ', 'prefeita de Juiz de Fora'],
    ['O Juiz de Direito, ', 'Juiz de Direito'],
    ['O juiz de Fora, ', 'juiz de Fora'],
    ['Veio a ministra. O ', null],
    ['Veio a ministra; ', null],
  ])('“%s” is %s', (before, office) => {
    expect(officeBefore(before)).toBe(office)
  })

  it('has at most 22 words', () => {
    const words = (count: number) => ['ministra', 'de', ...Array<string>(count - 2).fill('xis')].join(' ')
    expect(officeBefore(`A ${words(22)} `)).toBe(words(22))
    expect(officeBefore(`A ${words(23)} `)).toBeNull()
  })

  it('is one word when it has more than 160 characters', () => {
    const office = (length: number) => 'ministra de '.padEnd(length, 'x')
    expect(officeBefore(`A ${office(160)} `)).toBe(office(160))
    expect(officeBefore(`A ${office(161)} `)).toBe('ministra')
  })
})

describe('the office behind a name', () => {
  it.each<[string, boolean, string | null]>([
    [', ministra da Casa Civil, falou', false, 'ministra da Casa Civil'],
    [' (ministra) falou', false, 'ministra'],
    [' – ministra', false, 'ministra'],
    [' ministra', false, null],
    [', palavra da Casa', false, null],
    [', Juiz de Fora, falou', false, null],
    [', Juiz de Direito, falou', false, 'Juiz de Direito'],
    // The office of the next name.
    [', ministra Maria', false, null],
    [', a secretária nacional Luisa Parente', true, null],
    [', a secretária nacional adjunta', true, 'secretária nacional adjunta'],
    [', secretária nacional Luisa', true, 'secretária nacional Luisa'],
    // An article begins another part of the sentence, unless the name is certainly a person's.
    [', a ministra da Casa', false, null],
    [', a ministra da Casa', true, 'ministra da Casa'],
    [', a ministra da Casa Civil', true, 'ministra da Casa Civil'],
    [', a ministra', true, 'ministra'],
    [', ministra falou', false, 'ministra'],
    [', ministra da Casa falou', false, 'ministra da Casa'],
    [', ministra que veio', false, 'ministra'],
    [', ministra do que veio', false, 'ministra'],
    [', ministra e do que veio', false, 'ministra'],
  ])('“%s” (%s) is %s', (after, isNamed, office) => {
    expect(officeAfter(after, isNamed)).toBe(office)
  })

  it('has at most 160 characters, and 14 words behind the first', () => {
    expect(officeAfter(`, ministra de ${'x'.repeat(160)}`, false)).toBe('ministra de '.padEnd(160, 'x'))
    expect(officeAfter(`, ministra de${' x'.repeat(14)}`, false)).toBe(`ministra de${' x'.repeat(13)}`)
  })
})
