import { expect, it } from 'vitest'
import { listSections } from './sections.ts'

const shown = (...ids: string[]) => ({ shown: ids.map((id) => ({ unique_id: id })) }) as never
const [saude, editais, outros] = ['Saúde', 'Editais', 'Outros'].map((title) => ({ title })) as [
  { title: string },
  { title: string },
  { title: string },
]

it('lists each article under its first recorte, and no recorte without articles', () => {
  expect(listSections([saude, editais, outros], [shown('a', 'b'), shown('a'), shown('b', 'c')])).toEqual([
    { title: 'Saúde', articleIds: ['a', 'b'] },
    { title: 'Outros', articleIds: ['c'] },
  ])
})

it('keeps the first twenty articles of a recorte', () => {
  const ids = Array.from({ length: 21 }, (_, n) => `a${n}`)
  expect(listSections([saude, editais], [shown(...ids), shown('b')])).toEqual([
    { title: 'Saúde', articleIds: ids.slice(0, 20) },
    { title: 'Editais', articleIds: ['b'] },
  ])
})

it('is null for a clipping of one recorte', () => {
  expect(listSections([saude], [shown('a')])).toBeNull()
})
