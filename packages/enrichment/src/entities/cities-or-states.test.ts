import { expect, it } from 'vitest'
import type { EntityRegistry } from '../registry/entity-registry.ts'
import type { Mention } from './mention.ts'
import { meanStates } from './cities-or-states.ts'
import { STATE_BY_NAME } from '../registry/states.ts'

const REGISTRY = {
  places: new Map([
    ['Estado de São Paulo', { id: 'state-sp', canonicalName: 'Estado de São Paulo' }],
    ['Estado do Rio de Janeiro', { id: 'state-rj', canonicalName: 'Estado do Rio de Janeiro' }],
  ]),
} as unknown as EntityRegistry

const STATES: Record<string, string> = {
  'São Paulo': 'SP',
  'Rio de Janeiro': 'RJ',
  Santos: 'SP',
  Niterói: 'RJ',
}

/** What the places of a text mean: those of the table, and the states among them by their ids. */
function meant(text: string, names: readonly string[]): string[] {
  let from = 0
  const mentions = names.map((name) => {
    const start = text.indexOf(name, from)
    from = start + name.length
    return {
      start,
      end: from,
      name,
      type: 'LOC',
      entityId: `city-${name}`,
      state: STATES[name] ?? null,
    } as Mention
  })
  return meanStates(text, mentions, REGISTRY).map(({ entityId }) => String(entityId))
}

it.each<[string, string[], string[]]>([
  ['Em São Paulo chove.', ['São Paulo'], ['city-São Paulo']],
  ['No estado de São Paulo chove.', ['São Paulo'], ['state-sp']],
  ['O governador do Rio de Janeiro veio.', ['Rio de Janeiro'], ['state-rj']],
  ['No interior de São Paulo chove.', ['São Paulo'], ['state-sp']],
  // Behind a town that lies in it.
  ['Em Santos, em São Paulo, chove.', ['Santos', 'São Paulo'], ['city-Santos', 'state-sp']],
  ['Em Niterói (no Rio de Janeiro), chove.', ['Niterói', 'Rio de Janeiro'], ['city-Niterói', 'state-rj']],
  ['Em Niterói, no Rio de Janeiro, chove.', ['Niterói', 'Rio de Janeiro'], ['city-Niterói', 'state-rj']],
  [
    'Em Santos, no Rio de Janeiro, chove.',
    ['Santos', 'Rio de Janeiro'],
    ['city-Santos', 'city-Rio de Janeiro'],
  ],
  ['Em Santos e São Paulo chove.', ['Santos', 'São Paulo'], ['city-Santos', 'city-São Paulo']],
  ['Em São Paulo, em São Paulo.', ['São Paulo', 'São Paulo'], ['city-São Paulo', 'city-São Paulo']],
  // In a list of states.
  ['Em Minas Gerais e São Paulo chove.', ['Minas Gerais', 'São Paulo'], ['city-Minas Gerais', 'state-sp']],
  [
    'Em São Paulo, Minas Gerais e Bahia.',
    ['São Paulo', 'Minas Gerais', 'Bahia'],
    ['state-sp', 'city-Minas Gerais', 'city-Bahia'],
  ],
  [
    'Em Minas Gerais choveu; São Paulo agradece.',
    ['Minas Gerais', 'São Paulo'],
    ['city-Minas Gerais', 'city-São Paulo'],
  ],
  ['Em São Paulo choveu; Bahia agradece.', ['São Paulo', 'Bahia'], ['city-São Paulo', 'city-Bahia']],
  ['No estado de São Paulo e no Rio de Janeiro.', ['São Paulo', 'Rio de Janeiro'], ['state-sp', 'state-rj']],
])('“%s” means of %j: %j', (text, names, ids) => {
  expect(meant(text, names)).toEqual(ids)
})

it('leaves people and other spellings alone', () => {
  const text = 'O estado de São Paulo'
  const mention = { start: 12, end: 21, name: 'São Paulo', type: 'PER', entityId: null } as unknown as Mention
  expect(meanStates(text, [mention], REGISTRY)).toEqual([mention])
  const other = { ...mention, type: 'LOC', end: 20 }
  expect(meanStates(text, [other], REGISTRY)).toEqual([other])
  expect(meanStates(text, [{ ...mention, type: 'LOC' }], { places: new Map() } as never)).toHaveLength(1)
})

it('a state is known by its name, or where its capital has that name by both forms of “Estado de”', () => {
  const codeOf = (name: string) => STATE_BY_NAME.get(name)
  expect(['Bahia', 'Mato Grosso', 'Mato Grosso do Sul'].map(codeOf)).toEqual(['BA', 'MT', 'MS'])
  expect(['São Paulo', 'Rio de Janeiro'].map(codeOf)).toEqual([undefined, undefined])
  const forms = ['São Paulo', 'Rio de Janeiro'].flatMap((name) => [`Estado de ${name}`, `Estado do ${name}`])
  expect(forms.map(codeOf)).toEqual(['SP', 'SP', 'RJ', 'RJ'])
  expect(STATE_BY_NAME.size).toBe(29)
})
