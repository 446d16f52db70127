import type { Db } from '@pauta/platform/database/database'
import { describe, expect, it } from 'vitest'
import { memoizeEntityNames } from './kept-names.ts'

const IDS_OF_ONE_READ = 5_000

/** A database with a name for each id of a list but `unknown`; tells the ids of each read. */
function aDatabase() {
  const state = { nowMs: 1_000, prefix: 'Nome', fails: false, reads: [] as string[][] }
  const db = async (_: TemplateStringsArray, ids: string[]) => {
    state.reads.push(ids)
    if (state.fails) throw new Error('no database')
    return ids
      .filter((id) => id !== 'unknown')
      .map((entityId) => ({ entityId, canonicalName: `${state.prefix} ${entityId}` }))
  }
  const open = (seconds: number) => memoizeEntityNames(db as unknown as Db, seconds, () => state.nowMs)
  return { state, open }
}
const manyIds = (first: number) => Array.from({ length: IDS_OF_ONE_READ }, (_, at) => `Q${first + at}`)

describe('names of entities', () => {
  it('are read once in the given time, each id alone', async () => {
    const { state, open } = aDatabase()
    const find = open(30)
    expect(await find(['Q1', 'Q2'])).toEqual(
      new Map([
        ['Q1', 'Nome Q1'],
        ['Q2', 'Nome Q2'],
      ]),
    )
    expect([...(await find(['Q2', 'Q3'])).keys()]).toEqual(['Q2', 'Q3'])
    await find(['Q3', 'Q1'])
    expect(state.reads).toEqual([['Q1', 'Q2'], ['Q3']])
  })

  it('are new after a rename and the given time, also of an id that was read last', async () => {
    const { state, open } = aDatabase()
    const find = open(30)
    await find(['Q1'])
    state.nowMs += 29_999
    await find(['Q2'])
    state.prefix = 'Novo nome'
    expect((await find(['Q1'])).get('Q1')).toBe('Nome Q1')
    state.nowMs += 1
    expect([...(await find(['Q1', 'Q2'])).values()]).toEqual(['Novo nome Q1', 'Novo nome Q2'])
  })

  it.each([
    ['with 0 seconds', 0, 'Q1'],
    ['of an unknown entity', 30, 'unknown'],
  ])('are read every time %s', async (_, seconds, id) => {
    const { state, open } = aDatabase()
    const find = open(seconds)
    await find([id])
    await find([id])
    expect(state.reads).toEqual([[id], [id]])
  })

  it('are forgotten above 10,000, and the answer is whole', async () => {
    const { state, open } = aDatabase()
    const find = open(30)
    for (const first of [0, IDS_OF_ONE_READ]) await find(manyIds(first))
    expect([...(await find(['Q0', 'more'])).keys()]).toEqual(['Q0', 'more'])
    await find(['Q0'])
    expect(state.reads.slice(2)).toEqual([['more'], ['Q0']])
  })

  it('are read again after a failed read', async () => {
    const { state, open } = aDatabase()
    const find = open(30)
    state.fails = true
    await expect(find(['Q1'])).rejects.toThrow('no database')
    state.fails = false
    expect((await find(['Q1'])).get('Q1')).toBe('Nome Q1')
  })
})
