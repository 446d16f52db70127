import { describe, expect, it, vi } from 'vitest'
import { invokeHandler, LambdaTimeout, makeContext, withinTimeout } from './lambda-runtime.ts'

describe('an invocation', () => {
  it('gets a copy of the event and a context of the function', async () => {
    const event = { a: { b: 1 } }
    const answer = await invokeHandler(
      async (given: typeof event, context: ReturnType<typeof makeContext>) => {
        given.a.b += 1
        return [given, context.functionName, context.getRemainingTimeInMillis() > 59_000]
      },
      event,
      { name: 'f', timeoutSeconds: 60 },
    )
    expect(answer).toEqual([{ a: { b: 2 } }, 'f', true])
    expect(event).toEqual({ a: { b: 1 } })
  })

  it('has no time left behind its time-out, and no callbacks', () => {
    const context = makeContext({ name: 'f', timeoutSeconds: -1 })
    expect(context.getRemainingTimeInMillis()).toBe(0)
    expect(context.invokedFunctionArn).toMatch(/:function:f$/)
    expect(() => context.done()).toThrow('return a promise')
  })

  it('ends at its time-out, which names it', async () => {
    const late = withinTimeout(new Promise(() => {}), { name: 'f', timeoutSeconds: 0 })
    await expect(late).rejects.toThrow(new LambdaTimeout({ name: 'f', timeoutSeconds: 0 }))
    await expect(late).rejects.toMatchObject({ timeoutSeconds: 0, message: 'f was still running after 0 s' })
  })

  it('leaves no timer behind', async () => {
    vi.useFakeTimers()
    try {
      await withinTimeout(Promise.resolve(), { name: 'f', timeoutSeconds: 60 })
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  it('throws what its work throws', async () => {
    const failed = withinTimeout(Promise.reject(new Error('x')), { name: 'f', timeoutSeconds: 60 })
    await expect(failed).rejects.toThrow('x')
  })
})
