/** Returns a text as one word of a shell: quoted when it has other characters than those of names. */
export const quoteWord = (word: string): string =>
  /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`

/** Commands of `pauta` that operators run. */
export const commands = {
  stagePrefix: 'npx sst shell --stage production --',
  retryStep: (step: string) => `npm run pipeline -- retry --step ${quoteWord(step)}`,
  showStep: (step: string) => `npm run pipeline -- status --step ${quoteWord(step)}`,
  redrive: (queue: string) => `npm run job -- reconcile-dlq --queue ${quoteWord(queue)}`,
  sweep: 'npm run job -- sweep',
  /** A run of the job now; of one agency for jobs with targets. */
  runJob: (job: string, target = '') =>
    `npm run job -- ${quoteWord(job)}${target === '' ? '' : ` --agency ${quoteWord(target)}`}`,
  listRuns: (job: string) => `npm run job -- ${quoteWord(job)} --runs`,
  retryChannel: (channel: string) => `npm run deliveries -- retry --channel ${quoteWord(channel)}`,
  retryDelivery: (id: string, status: string) =>
    `npm run deliveries -- retry ${quoteWord(id)}${status === 'failed' ? '' : ` --status ${quoteWord(status)}`}`,
  listDeliveries: (channel: string) =>
    `npm run deliveries -- list --channel ${quoteWord(channel)} --status pending`,
  ready: (address: string) => `curl -s ${quoteWord(address)}`,
  status: 'npm run pipeline -- status',
  fillIndex: 'npm run sync-typesense -- --full-sync',
  trySite: (agency: string) => `npm run scrape -- try ${quoteWord(agency)}`,
}
