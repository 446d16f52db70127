import { randomUUID } from 'node:crypto'
import type { Context } from 'aws-lambda'

/** Any Lambda handler. */
export type LambdaHandler = (event: never, context: Context) => Promise<unknown>

/** The function was still running at its time-out. */
export class LambdaTimeout extends Error {
  override readonly name = 'LambdaTimeout'
}

function makeContext(name: string, timeoutSeconds: number): Context {
  const deadline = Date.now() + timeoutSeconds * 1000
  const awsRequestId = randomUUID()
  const done = () => {
    throw new Error('Callbacks of the Lambda context are gone: return a promise')
  }
  return {
    awsRequestId,
    callbackWaitsForEmptyEventLoop: true,
    functionName: name,
    functionVersion: '$LATEST',
    invokedFunctionArn: `arn:aws:lambda:us-east-2:000000000000:function:${name}`,
    logGroupName: `/aws/lambda/${name}`,
    logStreamName: 'local',
    memoryLimitInMB: '1024',
    getRemainingTimeInMillis: () => Math.max(0, deadline - Date.now()),
    done,
    fail: done,
    succeed: done,
  }
}

export interface InvokeOptions {
  name: string
  timeoutSeconds: number
}

/**
 * Calls a handler as the runtime does, with a context and a time-out. Throws what the handler throws, or LambdaTimeout.
 * Unlike Lambda it cannot kill the handler: what goes on after a time-out goes on unseen.
 */
export async function invokeHandler(
  handler: LambdaHandler,
  event: unknown,
  options: InvokeOptions,
): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new LambdaTimeout(`${options.name} was still running after ${options.timeoutSeconds} s`)),
      options.timeoutSeconds * 1000,
    )
  })
  try {
    // What comes back has crossed a process boundary in the cloud: only JSON survives.
    const result = handler(structuredClone(event) as never, makeContext(options.name, options.timeoutSeconds))
    return await Promise.race([result, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/** Environments of one function: each serves one request at a time, as on Lambda. */
export interface Slots {
  /** Waits for a free one; resolves to what gives it back, or undefined when none came free in time. */
  take(): Promise<(() => void) | undefined>
}

/** How long a request waits for an environment before the function is throttled. */
const SLOT_WAIT_MS = 10_000

export function makeSlots(count: number): Slots {
  let free = count
  const waiting: ((release: (() => void) | undefined) => void)[] = []
  const release = () => {
    const next = waiting.shift()
    if (next) next(once(release))
    else free++
  }
  return {
    take() {
      if (free > 0) {
        free--
        return Promise.resolve(once(release))
      }
      return new Promise((resolve) => {
        const entry = (given: (() => void) | undefined) => {
          clearTimeout(timer)
          resolve(given)
        }
        const timer = setTimeout(() => {
          waiting.splice(waiting.indexOf(entry), 1)
          resolve(undefined)
        }, SLOT_WAIT_MS)
        waiting.push(entry)
      })
    },
  }
}

function once(run: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    run()
  }
}
