import { expect, it } from 'vitest'
import { all, parseHtml, textOf } from '../html/page.ts'
import { removeContacts } from './contacts.ts'

/** Returns the texts of the blocks and cells that stay. */
function clean(html: string): string[] {
  const [body] = all('body', parseHtml(`<body>${html}</body>`))
  if (!body) throw new Error('The page has no body')
  removeContacts(body)
  return all('p, td, th', body).map(textOf)
}

const row = (...cells: string[]) =>
  `<table><tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr></table>`

it.each([['Assessoria de Imprensa'], ['Tel.: (61) 3333-4444'], ['Rede: instagram.com/ministerio']])(
  'removes the block, and the row of a table, that is %s',
  (contact) => {
    expect(clean(`<p>Um</p><p>${contact}</p>`)).toEqual(['Um'])
    expect(clean(row('Ascom', contact))).toEqual([])
  },
)

it.each([
  ['the row whose heading is a contact', '<tr><th>Telefone (61) 3333-4444</th><td>Fax</td></tr>', []],
  [
    'the block of a cell that has others',
    '<tr><td><p>Sede</p><p>Tel.: (61) 3333-4444</p></td></tr>',
    ['Sede', 'Sede'],
  ],
  [
    'no row with the phone of an office',
    '<tr><td>Escritório</td><td>(61) 3333-4444</td></tr>',
    ['Escritório', '(61) 3333-4444'],
  ],
])('removes %s', (_, rows, left) => {
  expect(clean(`<table>${rows}</table>`)).toEqual(left)
})
