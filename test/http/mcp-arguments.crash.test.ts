import type { Client } from '@modelcontextprotocol/client'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ago, anArticle } from '../kit/rows/factories.ts'
import { byForm } from '../kit/runner/form.ts'
import { drawnCall } from '../kit/fuzz/mcp-arguments.ts'
import { callTool, connectMcp } from '../kit/client/mcp.ts'
import { newPerson } from '../kit/rows/people.ts'
import { shareTestStack } from '../kit/stack/shared-stack.ts'
import type { TestStack } from '../kit/stack/stack.ts'

const CALLS = byForm({ short: 300, long: 10_000 })
const AT_ONCE = 8
const SEED = 20_261_122
const CALLER_FAULTS = new Set([
  'BAD_USER_INPUT',
  'LIMIT_EXCEEDED',
  'NOT_FOUND',
  'CONFIRMATION_REQUIRED',
  'RATE_LIMITED',
  'CONFLICT',
])

let stack: TestStack
let client: Client
beforeAll(async () => {
  stack = await shareTestStack()
  await stack.publish(
    Array.from({ length: 20 }, (_, at) => anArticle({ agencyKey: 'saude', publishedAt: ago({ days: at }) })),
  )
  client = await connectMcp(stack, { token: (await newPerson(stack)).token })
})
afterAll(async () => {
  await client.close()
  await stack.stop()
})

it(`answers ${CALLS} calls with drawn arguments by a result or by a fault of the caller`, async () => {
  const { tools } = await client.listTools()
  const calls = fc.sample(drawnCall(tools), { numRuns: CALLS, seed: SEED })
  let answered = 0
  const faults: unknown[] = []
  // The client checks each result against the schema of its tool.
  const judge = async (call: (typeof calls)[number]) => {
    try {
      const { isError, content, _meta } = await callTool(client, call.name, call.arguments)
      if (!isError) answered++
      else if (!CALLER_FAULTS.has(String(_meta?.['code']))) faults.push({ call, content })
    } catch (error) {
      faults.push({ call, error: String(error) })
    }
  }
  for (let at = 0; at < calls.length; at += AT_ONCE)
    await Promise.all(calls.slice(at, at + AT_ONCE).map(judge))
  expect(faults).toEqual([])
  // Calls that only fail prove little.
  expect(answered).toBeGreaterThan(CALLS / 20)
})
