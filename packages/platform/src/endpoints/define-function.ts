import type { Right, Worker } from '../workers/define-worker.ts'

/** Definition of a function that is called: plain data, read by the infrastructure, the local stack and the tests. */
export interface FunctionDefinition extends Pick<Worker, 'purpose' | 'memoryMb' | 'config'> {
  /** Follows the names of the app and the stage: `pauta-production-graphql`. */
  name: string
  /** Path of the handler below functions/, without extension. */
  handler: string
  /** Time-out of an invocation in seconds, at most 900. */
  timeoutSeconds: number
  /** Most concurrent environments; absent for functions that nothing else bounds and that open no connection. */
  concurrency?: number
  /** What the function may do with the bucket. */
  rights?: readonly Right[]
  /** Files or folders that are copied beside the bundle, by their path in the repository. */
  copyFiles?: readonly { from: string; to: string }[]
}

export function defineFunction<const Definition extends FunctionDefinition>(fn: Definition): Definition {
  return fn
}
