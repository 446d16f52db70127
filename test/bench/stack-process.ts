// Starts a stack without news and without schedules in a process of its own. Only the benchmark sends requests to it.
import { startStack } from '@pauta/local/stack'

const [dataDir, port] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('A data folder is expected.')
const stack = await startStack({ dataDir, port: Number(port), indexPort: 0, schedules: false })
process.once('SIGTERM', () => void stack.stop().then(() => process.exit(0)))
process.send?.(stack.environment)
