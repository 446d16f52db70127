import { expect, it } from 'vitest'
import { makeAccessible } from './accessible-page.ts'

it('puts the editor into a main part under a heading, and keeps what is around it', () => {
  const page = makeAccessible('<body><div id="root"></div><script></script></body>')
  expect(page).toMatch(
    /^<body><main><h1>[^<]+<\/h1><div id="root"><\/div><\/main><style>[^]*<\/script><script><\/script><\/body>$/,
  )
  expect(makeAccessible('<div id="root"></div>')).toMatch(/^<main>[^]*<\/script>$/)
})

it('refuses a page without a place for the editor', () => {
  expect(() => makeAccessible('<div id="app"></div>')).toThrow('has no <div id="root"></div>')
})
