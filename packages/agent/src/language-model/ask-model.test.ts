import { expect, it } from 'vitest'
import { askModel } from './ask-model.ts'

it('ends with the reason of a caller that no longer waits, and not as an unavailable model', async () => {
  const reason = new Error('the run was stopped')
  const request = { messages: [], tools: [], timeoutMs: 1000, signal: AbortSignal.abort(reason) }
  await expect(askModel({} as never, request as never)).rejects.toBe(reason)
})
