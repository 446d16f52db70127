import type { FunctionArgsMaker } from './function-needs.ts'

const TIMEOUT_SECONDS = 120

/**
 * A preview borrows the database server and the index of staging. When its stage is removed, this invocation drops its
 * database and its collections before anything else goes.
 */
export function dropStoresWithStage(functionArgs: FunctionArgsMaker): aws.lambda.Invocation {
  const drop = new sst.aws.Function(
    'DropPreview',
    functionArgs({
      name: 'drop-preview',
      handler: 'functions/migrate/drop-preview.handler',
      purpose: 'Drop the database and the collections of the preview when its stage is removed.',
      config: ['settings', 'database', 'index'],
      timeoutSeconds: TIMEOUT_SECONDS,
      memoryMb: 256,
      reservedConcurrency: 1,
    }),
  )
  return new aws.lambda.Invocation('PreviewStores', {
    functionName: drop.name,
    input: '{}',
    // The function is also invoked when this resource is deleted.
    lifecycleScope: 'CRUD',
  })
}
