import { describe, expect, it } from 'vitest'
import { formatLaw, listLawReferences } from './law-references.ts'

const lawsIn = (text: string) => listLawReferences(text).map(formatLaw)

describe('listLawReferences', () => {
  it.each([
    ['a Lei nº 13.709/2018', 'Lei nº 13.709/2018'],
    ['a lei nº 8.112/90', 'Lei nº 8.112/1990'],
    ['LEI Nº 14.133, DE 1º DE ABRIL DE 2021', 'Lei nº 14.133/2021'],
    ['a Lei 13.303, de 30 de junho de 2016', 'Lei nº 13.303/2016'],
    ['a Lei Federal n.º 9.394 de 1996', 'Lei nº 9.394/1996'],
    ['a Lei Complementar n° 101/2000', 'Lei Complementar nº 101/2000'],
    ['a LC 214/2025', 'Lei Complementar nº 214/2025'],
    ['o Decreto 11.000, de 2022', 'Decreto nº 11.000/2022'],
    ['o Decreto nº 9.094, de 17/07/2017', 'Decreto nº 9.094/2017'],
    ['o Decreto-Lei nº 5.452/1943', 'Decreto-Lei nº 5.452/1943'],
    ['a Medida Provisória nº 1.200', 'Medida Provisória nº 1.200'],
    ['a Lei nº 10/1799', 'Lei nº 10'],
    ['a Lei nº 10/1800', 'Lei nº 10/1800'],
    ['a Lei nº 10/2099', 'Lei nº 10/2099'],
    ['a Lei nº 10/2100', 'Lei nº 10'],
    ['a MP 1.200/2023', 'Medida Provisória nº 1.200/2023'],
    ['a Emenda Constitucional 132/2023', 'Emenda Constitucional nº 132/2023'],
    ['a Portaria nº 2.499', 'Portaria nº 2.499'],
    ['a Portaria GM/MS nº 204, de 17 de fevereiro de 2016', 'Portaria GM/MS nº 204/2016'],
    ['a Portaria Interministerial MEC/MF nº 5/2024', 'Portaria Interministerial MEC/MF nº 5/2024'],
    ['a Resolução CNS nº 652, de 14 de dezembro de 2020', 'Resolução CNS nº 652/2020'],
    ['a Instrução Normativa RFB nº 2.200/2024', 'Instrução Normativa RFB nº 2.200/2024'],
    ['o Decreto n. 10.290.', 'Decreto nº 10.290'],
    ['a EC 132/2023', 'Emenda Constitucional nº 132/2023'],
    ['a IN 10/2024', 'Instrução Normativa nº 10/2024'],
    ['a Lei Delegada nº 4/1962', 'Lei Delegada nº 4/1962'],
    ['o Decreto Legislativo nº 6/2020', 'Decreto Legislativo nº 6/2020'],
    ['a Portaria Conjunta nº 3/2020', 'Portaria Conjunta nº 3/2020'],
    ['a Portaria Normativa nº 9/2017', 'Portaria Normativa nº 9/2017'],
    ['a Resolução Normativa nº 465/2021', 'Resolução Normativa nº 465/2021'],
    ['a Resolução Conjunta nº 6/2023', 'Resolução Conjunta nº 6/2023'],
    ['a Lei número 10/2020', 'Lei nº 10/2020'],
    ['a Lei 1000', 'Lei nº 1.000'],
    ['a Lei 999/2020', 'Lei nº 999/2020'],
  ])('finds %s', (text, expected) => {
    expect(lawsIn(`Segundo ${text} fica claro`)).toEqual([expected])
  })

  it.each([
    'o Projeto de Lei nº 2.338/2023 segue para o Senado',
    'a lei 2 vezes maior',
    'o “Decreto 1” do país',
    'a Lei Seca multa 100 motoristas',
    'pela lei 13.709',
    'o edital nº 10/2024',
    'a portaria do ministro nº 5',
    'em 2024 e in 2025',
    'Lei nº 50%',
    'a Lei 999',
    'a EC MS nº 6',
    'em ec 2024',
  ])('finds nothing in: %s', (text) => {
    expect(lawsIn(text)).toEqual([])
  })

  it('returns the offsets of the whole reference', () => {
    const text = 'Vale a Lei nº 13.709, de 14 de agosto de 2018, desde então.'
    const [law] = listLawReferences(text)
    expect(text.slice(law?.start, law?.end)).toBe('Lei nº 13.709, de 14 de agosto de 2018')
  })

  it('completes years of two digits with the right century', () => {
    expect(lawsIn('A Lei nº 5.172/66, a Lei nº 9.394/51, a Lei nº 9.395/50 e a Lei nº 14.133/21.')).toEqual([
      'Lei nº 5.172/1966',
      'Lei nº 9.394/1951',
      'Lei nº 9.395/2050',
      'Lei nº 14.133/2021',
    ])
  })

  it('takes the first year that the text gives for a number', () => {
    expect(lawsIn('A Lei nº 9.999/1990, depois a Lei nº 9.999/2001; a Lei nº 9.999 segue em vigor.')).toEqual(
      ['Lei nº 9.999/1990', 'Lei nº 9.999/2001', 'Lei nº 9.999/1990'],
    )
  })

  it('takes the year from another reference to the same norm', () => {
    expect(lawsIn('A Lei nº 9.999 mudou pela Lei nº 9.999/2001.')).toEqual([
      'Lei nº 9.999/2001',
      'Lei nº 9.999/2001',
    ])
    expect(lawsIn('A Lei 13.709/2018 mudou. A Lei nº 13.709 vale; a Lei nº 13.710 não.')).toEqual([
      'Lei nº 13.709/2018',
      'Lei nº 13.709/2018',
      'Lei nº 13.710',
    ])
  })
})
