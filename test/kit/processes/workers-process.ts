// A separate process for workers and jobs, like an environment in the cloud. run-workers.ts starts it with its settings
// as
// the only argument. It loads the handlers, reports that it is ready, and receives messages from its first input until
// its input ends.
import { once } from 'node:events'
import { jobs } from '@pauta/functions/jobs/jobs'
import { workers } from '@pauta/functions/workers/workers'
import { loadHandlers, startJobs, startWorkers } from '@pauta/server/functions/invoke'
import type { WorkersSettings } from './run-workers.ts'

const settings = JSON.parse(process.argv[2] ?? '{}') as WorkersSettings
await loadHandlers(settings)
process.stdout.write('ready\n')
await once(process.stdin, 'data')
const polling = {
  awsUrl: settings.awsUrl,
  longPollSeconds: settings.longPollSeconds,
  queueUrl: (name: string) => settings.queueUrls[name] ?? '',
  log: (error: unknown, what: string) => process.stderr.write(`${what}: ${String(error)}\n`),
}
const others = (all: readonly { name: string }[], names: readonly string[]) =>
  all.map(({ name }) => name).filter((name) => !names.includes(name))
const pollers = [
  startWorkers({ ...polling, idle: others(workers, settings.workers), batchWindowSeconds: 0 }),
  startJobs({ ...polling, idle: others(jobs, settings.jobs), replaced: undefined }),
]
process.stdin.resume()
await once(process.stdin, 'end')
await Promise.all(pollers.map((poller) => poller.stop()))
process.exit()
