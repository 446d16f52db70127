import { expect, it } from 'vitest'
import { nameOperation, writeRunnableQuery } from './runnable-query.ts'

const document = `
    query Measures($agencies: [String!]!, $granularity: Granularity!, $days: Int!, $filter: ArticleFilter, $sort: ArticleSort) {
  agencyAnalytics(agencies: $agencies, granularity: $granularity) {
    period
  }
}
    `

it('writes the values of an operation as defaults of its variables', () => {
  const variables = {
    agencies: ['saude', 'a"b\\c'],
    granularity: 'MONTH',
    days: 30,
    filter: { themes: ['03'], startDate: undefined },
    sort: null,
  }
  expect(writeRunnableQuery({ document, variables }))
    .toBe(`query Measures($agencies: [String!]! = ["saude", "a\\"b\\\\c"], $granularity: Granularity! = MONTH, $days: Int! = 30, $filter: ArticleFilter = {themes: ["03"]}, $sort: ArticleSort = null) {
  agencyAnalytics(agencies: $agencies, granularity: $granularity) {
    period
  }
}
`)
})

it('names the operation, and leaves variables without a value as they are', () => {
  expect(nameOperation({ document, variables: {} })).toBe('Measures')
  expect(writeRunnableQuery({ document, variables: {} })).toBe(`${document.trim()}\n`)
})

it('writes an operation for each further set of variables, under a name of its own', () => {
  const source = {
    document: 'query One($q: String!) { a }',
    variables: { q: 'x' },
    more: [{ q: 'y' }, { q: 'z' }],
  }
  expect(writeRunnableQuery(source)).toBe(
    'query One($q: String! = "x") { a }\n\nquery One2($q: String! = "y") { a }\n\nquery One3($q: String! = "z") { a }\n',
  )
})
