import type { ConfigSection } from '@pauta/platform/config/config'
import type { Right } from '../packages/platform/src/workers/define-worker.ts'

/** The properties and needs of one function. All other settings are equal for all functions. */
export interface FunctionNeeds {
  /** Follows the names of the app and the stage: `pauta-production-graphql`. */
  name: string
  handler: string
  purpose: string
  /** The configuration sections that the function loads. The function is linked to exactly these. */
  config: readonly ConfigSection[]
  timeoutSeconds: number
  memoryMb: number
  /**
   * True when the function calls addresses that users give. Its security group then allows only public HTTPS and the
   * database.
   */
  publicEgressOnly?: boolean
  /** Maximum number of concurrent environments, where no event source limits them. */
  reservedConcurrency?: number
  /** Rights on the bucket and on dead letters. */
  rights?: readonly Right[]
  /** Permissions besides those of its links and rights. */
  permissions?: sst.aws.FunctionArgs['permissions']
  /** True when the handler streams its answer. */
  streaming?: boolean
  /** Tags of the function, for people and bills. */
  tags?: Record<string, string>
  /** Files or folders that are copied beside the bundle, by their path in the repository. */
  copyFiles?: readonly { from: string; to: string }[]
}

export type FunctionArgsMaker = (needs: FunctionNeeds) => sst.aws.FunctionArgs
