import { describe, expect, it } from 'vitest'
import {
  MUNICIPALITIES,
  MUNICIPALITY_NAMES,
  placeId,
  STATE_BY_NAME,
  STATE_NAMES,
  STATE_OF_CAPITAL,
  statesIn,
} from './states.ts'

describe('the states of Brazil', () => {
  it('have names, capitals and municipalities', () => {
    expect([STATE_NAMES.size, STATE_OF_CAPITAL.size]).toEqual([27, 27])
    expect(STATE_OF_CAPITAL.get('Belém')).toBe('PA')
    // Brasília is the only municipality of its state.
    expect(new Set(MUNICIPALITIES.map(({ state }) => state)).size).toBe(26)
    expect(MUNICIPALITY_NAMES).toHaveLength(MUNICIPALITIES.length + 27)
    expect(MUNICIPALITIES).toContainEqual({ code: '2312908', name: 'Sobral', state: 'CE' })
    expect(MUNICIPALITIES.map(({ code }) => code)).not.toContain('1501402')
    expect(MUNICIPALITY_NAMES).toContain('Belém')
    expect(placeId('2312908')).toBe('dgb_01KBBKB1700000000002312908')
  })

  it.each([
    ['Ceará', 'CE'],
    ['São Paulo', undefined],
    ['Estado de São Paulo', 'SP'],
    ['Estado do Rio de Janeiro', 'RJ'],
    ['Estado do Ceará', undefined],
  ])('are found by the name %s: %s', (name, code) => {
    expect(STATE_BY_NAME.get(name)).toBe(code)
  })

  it.each([
    ['no Ceará e na Bahia', ['CE', 'BA']],
    ['Mato Grosso do Sul', ['MS']],
    ['Mato Grosso e Mato Grosso do Sul', ['MS', 'MT']],
    ['Sobral (CE)', ['CE']],
    ['Sobral/CE', ['CE']],
    ['Sobral - CE, Natal–RN', ['CE', 'RN']],
    ['Sobral/CEA e Natal/RN1', []],
    ['lei (XX)', []],
    ['Sobral CE', []],
    ['Sobral (ce)', []],
    ['São Paulo (SP)', ['SP']],
  ])('in %j are %j', (text, codes) => {
    expect([...statesIn(text)].toSorted()).toEqual(codes.toSorted())
  })
})
