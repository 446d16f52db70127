// A separate process for the stream of articles, as production serves it. live-processes.ts starts it. Its first line of
// input is the environment, every further line asks for its memory. Its first line of output is its address.
import { createInterface } from 'node:readline'
import { applyEnvironment } from '@pauta/platform/config/config'
import { startHttpFront } from '@pauta/server/gateway/http-front'
import { describeApi } from '@pauta/server/functions/invoke'

const write = (value: unknown) => process.stdout.write(`${JSON.stringify(value)}\n`)
let isStarted = false
for await (const line of createInterface({ input: process.stdin })) {
  if (isStarted) {
    global.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    write({ rss, used: heapUsed + external })
  } else {
    applyEnvironment(JSON.parse(line) as Record<string, string>)
    const { routes, describeAnswer } = describeApi({})
    const front = await startHttpFront({
      port: 0,
      routes: routes.filter(({ path }) => path === '/stream/articles'),
      describeAnswer,
      log: (error, what) => process.stderr.write(`${what}: ${String(error)}\n`),
    })
    write(new URL('/stream/articles', front.url))
    isStarted = true
  }
}
process.exit()
