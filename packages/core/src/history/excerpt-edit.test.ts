import { expect, it } from 'vitest'
import type { VersionColumns } from './event.ts'
import { excerptEdit } from './excerpt-edit.ts'

const version = (content: string): VersionColumns => ({
  title: 'Título',
  subtitle: null,
  content,
  imageUrl: null,
  publishedAt: new Date('2026-06-01T12:00:00Z'),
  sourceUpdatedAt: null,
})
const excerpt = (before: string, after: string) => excerptEdit(version(before), version(after))
/** Words of five letters and a blank: so many characters in all. */
const filler = (characters: number) => 'abcde '.repeat(characters / 6)

it.each<[string, string, string, object]>([
  [
    'the words with their line',
    'Um.\nForam 1.200 casos.\nDois.',
    'Um.\nForam 1.500 casos.\nDois.',
    { grade: 'figures', before: 'Foram 1.200 casos.', after: 'Foram 1.500 casos.' },
  ],
  [
    'a line of 60 characters before it',
    `${filler(60)}1.200 casos`,
    `${filler(60)}1.500 casos`,
    { before: `${filler(60)}1.200 casos`, after: `${filler(60)}1.500 casos` },
  ],
  [
    'the end of a longer line from a word on',
    `x${filler(60)}1.200 casos`,
    `x${filler(60)}1.500 casos`,
    { before: `…${filler(54)}1.200 casos`, after: `…${filler(54)}1.500 casos` },
  ],
  [
    'the beginning of a longer line up to a word',
    `Foram 1.200 ${filler(66)}fim`,
    `Foram 1.500 ${filler(66)}fim`,
    { after: expect.stringMatching(/^Foram 1\.500 (abcde ){9}abcde…$/) },
  ],
  [
    'nothing where no word changed',
    'Foram casos.',
    'foram casos',
    { grade: 'typography', before: '', after: '' },
  ],
])('an excerpt has %s', (_, before, after, expected) => {
  expect(excerpt(before, after)).toMatchObject(expected)
})

it.each([
  [140, '.'],
  [141, '… .'],
])('of %i changed letters ends with %j', (letters, end) => {
  const words = `${'abcde '.repeat(22)}${'z'.repeat(letters - 132)}`
  const { after } = excerpt('Foram hoje.', `Foram ${words}.`)
  expect(after.slice(-end.length)).toBe(end)
  expect(after === `Foram ${words}.`).toBe(letters === 140)
})

it('cuts many changed words', () => {
  const many = 'não '.repeat(50)
  const { after } = excerpt('Foram casos hoje.', `Foram ${many}casos hoje.`)
  expect(after).toMatch(/^Foram (não )+não… casos hoje\.$/)
  expect(after.length).toBeLessThan(170)
})
