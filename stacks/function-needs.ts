import type { ConfigSection } from '@pauta/platform/config/config'
import type { Right } from '../packages/platform/src/workers/define-worker.ts'

/** What a function is and needs; everything else is the same for all. */
export interface FunctionNeeds {
  /** Follows the names of the app and the stage: `pauta-production-graphql`. */
  name: string
  handler: string
  purpose: string
  /** The sections that it loads; it is linked to exactly these. */
  config: readonly ConfigSection[]
  timeoutSeconds: number
  memoryMb: number
  /** It calls addresses that users give, from behind a security group that lets nothing else out. */
  publicEgressOnly?: boolean
  /** Environments at once, where nothing else bounds them. */
  reservedConcurrency?: number
  /** What it does with the bucket and with dead letters. */
  rights?: readonly Right[]
  /** What it may do besides what its links and rights allow. */
  permissions?: sst.aws.FunctionArgs['permissions']
  /** Its answer is written piece by piece, by a handler that says so. */
  streaming?: boolean
  /** Of the function itself, for people and bills. */
  tags?: Record<string, string>
  /** Files or folders that stand beside the bundle, by their path in the repository. */
  copyFiles?: readonly { from: string; to: string }[]
}

export type FunctionArgsMaker = (needs: FunctionNeeds) => sst.aws.FunctionArgs
