import { expect, it } from 'vitest'
import { readEventWords } from './read-event-words.ts'

it.each([
  ['dengue, avise quando mudar', ['PUBLISHED', 'EDITED', 'REMOVED'], 'dengue'],
  ['dengue e me avise quando editarem', ['PUBLISHED', 'EDITED'], 'dengue'],
  ['dengue; avise se removerem a notícia, às 8h', ['PUBLISHED', 'REMOVED'], 'dengue, às 8h'],
  [
    'Avise-me quando a notícia for editada ou retirada do ar: dengue',
    ['PUBLISHED', 'EDITED', 'REMOVED'],
    'dengue',
  ],
  ['notícias do MEC, avisar só quando apagarem', ['REMOVED'], 'notícias do MEC'],
  ['notícias do MEC, avisando apenas se alterarem ou excluírem', ['EDITED', 'REMOVED'], 'notícias do MEC'],
  ['dengue, me avise também quando sumirem', ['PUBLISHED', 'REMOVED'], 'dengue'],
  // What only looks like a request stays in the sentence.
  ['mudanças climáticas', undefined, 'mudanças climáticas'],
  ['avise quando houver editais', undefined, 'avise quando houver editais'],
  ['remoção de entulho', undefined, 'remoção de entulho'],
  ['', undefined, ''],
] as const)('reads %j', (sentence, events, rest) => {
  expect(readEventWords(sentence)).toEqual({ events, rest })
})
