import { describe, expect, it } from 'vitest'
import type { Recorte } from '../recortes/recorte.ts'
import { listChanges, type Compared } from './change-notices.ts'

const recorte: Recorte = { id: 'r', title: 'T', themes: ['01'], agencies: ['mec'], keywords: ['k'] }
const clipping: Compared = {
  name: 'Saúde',
  recortes: [recorte],
  schedule: '0 8 * * *',
  startDate: null,
  endDate: null,
  active: true,
}
const paused = { active: false }

describe('the changes of which followers are told', () => {
  it.each<[Partial<Compared>, Partial<Compared>, string[]]>([
    [{}, {}, []],
    [paused, paused, []],
    [{}, { name: 'Outro' }, ['name']],
    [paused, { ...paused, name: 'Outro' }, ['name']],
    [{}, { schedule: '0 9 * * *' }, ['schedule']],
    [{}, { startDate: '2026-06-01' }, ['schedule']],
    [{}, { endDate: '2026-06-01' }, ['schedule']],
    [{}, paused, ['paused']],
    [paused, {}, ['resumed']],
    [
      paused,
      { recortes: [], name: 'Outro', endDate: '2026-06-01' },
      ['name', 'recortes', 'schedule', 'resumed'],
    ],
  ])('from %j to %j are %j', (before, after, changes) => {
    expect(listChanges({ ...clipping, ...before }, { ...clipping, ...after })).toEqual(changes)
  })

  it.each<[Partial<Recorte>, boolean]>([
    [{ id: 'other' }, false],
    [
      { excludeAgencies: [], excludeKeywords: [], entityCanonical: [], states: [], events: ['PUBLISHED'] },
      false,
    ],
    [{ title: 'U' }, true],
    [{ themes: [] }, true],
    [{ agencies: [] }, true],
    [{ keywords: [] }, true],
    [{ excludeAgencies: ['x'] }, true],
    [{ excludeKeywords: ['x'] }, true],
    [{ entityCanonical: ['Q155'] }, true],
    [{ states: ['CE'] }, true],
    [{ events: ['EDITED'] }, true],
  ])('are told for a recorte with %j: %j', (change, isTold) => {
    const after = { ...clipping, recortes: [{ ...recorte, ...change }] }
    expect(listChanges(clipping, after)).toEqual(isTold ? ['recortes'] : [])
  })
})
