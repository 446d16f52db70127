// Runs the stack of the day in a process of its own, so that its processor time is measured separately. Its
// argument contains its settings. The process sends the port of its queues, then its variables.
import { startStack } from '@pauta/local/stack'
import { fillStack } from '../fill-stack.ts'

/** Settings of the process, as JSON. */
export interface DayStackSettings {
  sitesUrl: string
  delayMilliseconds: number
  /** Port of the relay before queues and storage. */
  awsPort: number
  smtpPort: number
  earlierArticles: number
}

/** A message of the process: first the port of its queues, then its variables. */
export type DayStackMessage = { awsPort: number } | { environment: Record<string, string> }

const settings = JSON.parse(process.argv[2] ?? '{}') as DayStackSettings
const tell = (message: DayStackMessage) => process.send?.(message)
const stack = await startStack({
  port: 0,
  indexPort: 0,
  schedules: false,
  logLevel: 'info',
  gates: { aws: { port: settings.awsPort, leadTo: (awsPort) => void tell({ awsPort }) } },
  sites: { relay: { url: settings.sitesUrl }, delayMilliseconds: settings.delayMilliseconds },
  delivery: {
    email: {
      kind: 'smtp',
      host: '127.0.0.1',
      port: settings.smtpPort,
      tls: 'off',
      fromName: 'Pauta',
      fromAddress: 'pauta@exemplo.org',
    },
  },
})
await fillStack(settings.earlierArticles)
process.once('disconnect', () => void stack.stop().then(() => process.exit(0)))
tell({ environment: stack.environment })
