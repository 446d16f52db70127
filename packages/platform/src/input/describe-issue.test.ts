import { expect, it } from 'vitest'
import * as z from 'zod'
import { describeIssue } from './describe-issue.ts'

const schema = z.object({
  name: z.string(),
  at: z.union([z.iso.datetime({ offset: true }), z.date()]),
  size: z.number().max(9, 'must be at most 9').nullish(),
})

it.each([
  [{ at: new Date() }, ['name: is missing']],
  [{ name: null, at: new Date() }, ['name: is missing']],
  [{ name: 'a' }, ['at: is missing']],
  [{ name: 'a', at: 'ontem' }, ['at: Invalid ISO datetime']],
  [{ name: 5, at: new Date() }, ['name: Invalid input: expected string, received number']],
  [{ name: 'a', at: new Date(), size: 10 }, ['size: must be at most 9']],
])('%j is described as %j', (value, expected) => {
  const issues = schema.safeParse(value).error?.issues ?? []
  expect(issues.map((issue) => `${issue.path.join('.')}: ${describeIssue(issue)}`)).toEqual(expected)
})
