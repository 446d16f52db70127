import { GAZETTEER } from '@pauta/core/entities/gazetteer/gazetteer'
import { expect, it } from 'vitest'
import { compileRegistry } from '../registry/entity-registry.ts'
import { listMentions } from './mentions.ts'

const registry = compileRegistry(GAZETTEER)

const placesIn = (text: string) =>
  listMentions([text], registry, { agencyKey: null, given: [] })
    .flat()
    .flatMap(({ type, name, start, end }) => (type === 'LOC' ? [`${name}: ${text.slice(start, end)}`] : []))

it.each([
  ['reuniu-se em Tirana, na Albânia.', ['Tirana: Tirana', 'Albânia: Albânia']],
  ['Em Tirana (Albânia), sim.', ['Tirana: Tirana', 'Albânia: Albânia']],
  ['em Tirana, Albânia', ['Tirana: Tirana', 'Albânia: Albânia']],
  ['em Tirana, em Cuba', ['Tirana: Tirana', 'Cuba: Cuba']],
  ['em Puerto del Sol, no Chile', ['Puerto del Sol: Puerto del Sol', 'Chile: Chile']],
  // A town of Brazil, which is also one abroad.
  ['em Rosário, na Argentina', ['Rosário: Rosário', 'Argentina: Argentina']],
  ['em Tirana e na Albânia', ['Albânia: Albânia']],
  ['a Tirana, na Albânia', ['Albânia: Albânia']],
  ['também Tirana, na Albânia', ['Albânia: Albânia']],
  ['em Tirana, no Pará', ['Pará: Pará']],
  ['em Tirana, no Brasil', ['Brasil: Brasil']],
  ['em Tirana, na ONU', []],
])('“%s” names the places %j', (text, expected) => {
  expect(placesIn(text)).toEqual(expected)
})
