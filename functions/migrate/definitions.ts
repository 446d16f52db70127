import { defineFunction } from '@pauta/platform/endpoints/define-function'

export const migrateStores = defineFunction({
  name: 'migrate',
  handler: 'migrate/handler',
  purpose: 'Update schema, agencies and collection before new code runs.',
  // Lambda's longest: an index over millions of rows takes minutes, and so does a new search instance.
  timeoutSeconds: 900,
  memoryMb: 512,
  concurrency: 1,
  config: ['settings', 'database', 'index', 'embedding'],
  copyFiles: [{ from: 'packages/core/migrations', to: 'migrations' }],
})

export const dropPreview = defineFunction({
  name: 'drop-preview',
  handler: 'migrate/drop-preview',
  purpose: 'Drop the database and the collections of the preview when its stage is removed.',
  timeoutSeconds: 120,
  memoryMb: 256,
  concurrency: 1,
  config: ['settings', 'database', 'index'],
})
