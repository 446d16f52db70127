import type { FunctionDefinition } from '../packages/platform/src/endpoints/define-function.ts'

/** The definition of a function and what its stage adds. All other settings are equal for all functions. */
interface FunctionNeeds extends FunctionDefinition {
  /**
   * True when the function calls addresses that users give. Its security group then allows only public HTTPS and the
   * database.
   */
  publicEgressOnly?: boolean
  /** Permissions besides those of its links and rights. */
  permissions?: sst.aws.FunctionArgs['permissions']
  /** True when the handler streams its answer. */
  streaming?: boolean
  /** Tags of the function, for people and bills. */
  tags?: Record<string, string>
}

export type FunctionArgsMaker = (needs: FunctionNeeds) => sst.aws.FunctionArgs
