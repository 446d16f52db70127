import type { ShownChange } from '@pauta/clippings/releases/release-change'

/** A removal, as an edition of a clipping shows it. */
export const aShownRemoval = (fields: Partial<ShownChange> = {}): ShownChange => ({
  uniqueId: 'x',
  kind: 'removed',
  position: '7',
  at: new Date('2026-06-01T11:00:00Z'),
  fromVersion: null,
  toVersion: null,
  grade: null,
  wordsBefore: null,
  wordsAfter: null,
  title: 'Casos de dengue',
  url: 'https://www.gov.br/x',
  agency: 'saude',
  agencyName: 'Ministério da Saúde',
  ...fields,
})
