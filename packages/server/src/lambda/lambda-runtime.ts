import { randomUUID } from 'node:crypto'
import type { Context } from 'aws-lambda'

/** A Lambda handler that returns a promise. */
export type LambdaHandler = (event: never, context: Context) => Promise<unknown>

export interface InvokeOptions {
  /** Name of the function, for its context and for log messages. */
  name: string
  timeoutSeconds: number
}

/** The function was still running at its time-out. */
export class LambdaTimeout extends Error {
  override readonly name = 'LambdaTimeout'
  readonly timeoutSeconds: number

  constructor({ name, timeoutSeconds }: InvokeOptions) {
    super(`${name} was still running after ${timeoutSeconds} s`)
    this.timeoutSeconds = timeoutSeconds
  }
}

/** Returns the context of one invocation. Its remaining time counts from now. */
export function makeContext({ name, timeoutSeconds }: InvokeOptions): Context {
  const deadline = Date.now() + timeoutSeconds * 1000
  const done = () => {
    throw new Error('The Lambda context has no callbacks: return a promise')
  }
  return {
    awsRequestId: randomUUID(),
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

/** Waits for started work until the function's time-out. Throws the error of the work, or LambdaTimeout. */
export async function withinTimeout<T>(work: Promise<T>, options: InvokeOptions): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new LambdaTimeout(options)), options.timeoutSeconds * 1000)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Calls a handler as the runtime does, with a context and a time-out, for HTTP, queue and schedule events. Throws the
 * handler's error, or LambdaTimeout. Unlike Lambda it cannot kill the handler, which may continue after a time-out.
 * All invocations share one module. In the cloud each environment has its own.
 */
export async function invokeHandler(
  handler: LambdaHandler,
  event: unknown,
  options: InvokeOptions,
): Promise<unknown> {
  // In the cloud an event crosses a process boundary. The copy lets a handler keep or change the event.
  const work = async () => handler(structuredClone(event) as never, makeContext(options))
  return withinTimeout(work(), options)
}
