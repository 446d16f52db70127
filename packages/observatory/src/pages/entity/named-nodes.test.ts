import { expect, it } from 'vitest'
import { chooseNamed } from './named-nodes.ts'

const first = { id: 'first', x: 100, y: 100, characters: 10 }

it.each([
  ['in the same line, as near as both names are wide', { x: 210, y: 100 }, true],
  ['in the same line, nearer', { x: 209, y: 100 }, false],
  ['to the left, nearer', { x: -9, y: 100 }, false],
  ['one line below', { x: 100, y: 120 }, true],
  ['less than a line below', { x: 100, y: 119 }, false],
  ['less than a line above', { x: 100, y: 81 }, false],
])('a name %s', (_, place, isNamed) => {
  const second = { id: 'second', characters: 10, ...place }
  expect([...chooseNamed([first, second], 20)]).toEqual(isNamed ? ['first', 'second'] : ['first'])
})

it('a name that is not written leaves its space to the next one', () => {
  const hidden = { id: 'hidden', x: 150, y: 100, characters: 10 }
  const last = { id: 'last', x: 220, y: 100, characters: 10 }
  expect([...chooseNamed([first, hidden, last], 20)]).toEqual(['first', 'last'])
})
