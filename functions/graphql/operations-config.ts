/** The sections of the configuration that queries and mutations need. The stages link the same resources. */
export const OPERATIONS_CONFIG = [
  'settings',
  'database',
  'index',
  'embedding',
  'serviceIdentity',
  'userIdentity',
  'outbound',
  'enrichQueue',
  'embedQueue',
  'indexQueue',
  'releaseQueue',
  'deliverEmailQueue',
  'deliverTelegramQueue',
  'deliverPushQueue',
  'scheduler',
] as const
