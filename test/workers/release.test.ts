import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { handler as Handler } from '@pauta/functions/workers/release/handler'
import { deliver } from '../support/delivery.ts'
import { startTestStack, type TestStack } from '../support/stack.ts'

let stack: TestStack
let handler: typeof Handler

beforeAll(async () => {
  stack = await startTestStack({ idleWorkers: ['release'] })
  ;({ handler } = await import('@pauta/functions/workers/release/handler'))
})
afterAll(() => stack.stop())

describe('the release worker', () => {
  it('gives every message back that it made no release of, readable or not', async () => {
    const due = { kind: 'due', clippingId: 'nenhum', nextRunAt: '2026-06-01T11:00:00+00:00' }
    const manual = { kind: 'manual', clippingId: 'nenhum', requestedAt: '2026-06-01T11:00:00.123+00:00' }
    const bodies = [JSON.stringify(due), JSON.stringify(manual), 'no JSON', '{"kind":"other"}']
    expect(
      await deliver(
        handler,
        bodies.map((body) => ({ body })),
      ),
    ).toEqual([0, 1, 2, 3])
  })
})
