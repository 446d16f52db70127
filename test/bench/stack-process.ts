// A stack without news and without schedules, for a process of its own: nobody but the benchmark asks anything of it.
import { startStack } from '@pauta/local/stack'

const [dataDir, port] = process.argv.slice(2)
if (dataDir === undefined) throw new Error('A data folder is expected.')
const stack = await startStack({ dataDir, port: Number(port), indexPort: 0, schedules: false })
process.once('SIGTERM', () => void stack.stop().then(() => process.exit(0)))
process.send?.(stack.environment)
