import { dropPreview } from '../functions/migrate/definitions.ts'
import type { FunctionArgsMaker } from './function-needs.ts'

/**
 * A preview borrows the database server and the index of staging. When its stage is removed, this invocation drops its
 * database and its collections before anything else goes.
 */
export function dropStoresWithStage(functionArgs: FunctionArgsMaker): aws.lambda.Invocation {
  const drop = new sst.aws.Function('DropPreview', functionArgs(dropPreview))
  return new aws.lambda.Invocation('PreviewStores', {
    functionName: drop.name,
    input: '{}',
    // The function is also invoked when this resource is deleted.
    lifecycleScope: 'CRUD',
  })
}
