// Requests per second on a list that the index answers from memory, beside two other servers with the same schema.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startStack } from '@pauta/local/stack'
import { median, type Figure } from './measure.ts'
import { installPeers, type Load } from './peers/install.ts'
import type { ServerName } from './peers/servers.ts'

const NAMES: readonly ServerName[] = ['ours', 'yoga', 'mercurius']
const OTHERS: Record<Exclude<ServerName, 'ours'>, { name: string; target: number; whyNot?: string }> = {
  yoga: { name: 'graphql-yoga', target: 1 },
  mercurius: {
    name: 'mercurius with graphql-jit',
    target: 0.7,
    whyNot: [
      'requests beside mercurius. Executing and writing ten articles takes a fifth of what we do for a request, so that',
      'even compiled queries would reach 0.55. The rest is the pipeline of Apollo Server, an event in and an answer out of',
      'the handler, the viewer, limits, caching and the line of the log, none of which the others do.',
    ].join(' '),
  },
}
const CONNECTIONS = 20
const ROUNDS = 9
const ROUND_SECONDS = 2
/** Compilers take their time: longer than the rounds. */
const WARM_UP_SECONDS = 6

const HEADERS = { 'content-type': 'application/json', accept: 'application/graphql-response+json' }
const BODY = JSON.stringify({
  query:
    '{ articles(limit: 10) { found articles { uniqueId title url summary agency agencyName publishedAt } } }',
})

interface Server {
  name: ServerName
  url: string
  process: ChildProcess
}

/** What came of one round. */
interface Round {
  perSecond: number
  /** Of the server's processor for one request. */
  cpuMs: number
}

/** The variables are what our handler is configured by; nothing that they name is asked anything. */
async function startServer(name: ServerName, variables: Record<string, string>): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'peers/serve.ts'), [name], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { NODE_ENV: 'production', ...variables },
  })
  const ended = new AbortController()
  child.once('exit', () => ended.abort(new Error(`The server ${name} did not start`)))
  const [{ port }] = (await once(child, 'message', { signal: ended.signal })) as [{ port: number }]
  return { name, url: `http://127.0.0.1:${port}/graphql`, process: child }
}

async function readCpuMs(server: Server): Promise<number> {
  server.process.send('cpu')
  const [{ cpu }] = (await once(server.process, 'message')) as [{ cpu: NodeJS.CpuUsage }]
  return (cpu.user + cpu.system) / 1000
}

async function runRound(server: Server, load: Load, seconds: number): Promise<Round> {
  const cpuBefore = await readCpuMs(server)
  const result = await load({
    url: server.url,
    method: 'POST',
    headers: HEADERS,
    body: BODY,
    connections: CONNECTIONS,
    duration: seconds,
  })
  const { total } = result.requests
  if (result.errors + result.non2xx > 0 || total === 0) throw new Error(`${server.name} failed to answer`)
  return { perSecond: total / result.duration, cpuMs: ((await readCpuMs(server)) - cpuBefore) / total }
}

/** All must answer the same, or they would not be doing the same work. */
async function checkAnswers(servers: readonly Server[]): Promise<void> {
  const answers = new Set<string>()
  for (const { url } of servers) {
    const response = await fetch(url, { method: 'POST', headers: HEADERS, body: BODY })
    answers.add(JSON.stringify(await response.json()))
  }
  const [answer = ''] = answers
  if (answers.size > 1 || !answer.includes('"uniqueId"'))
    throw new Error(`The servers do not answer the same list:\n${[...answers].join('\n')}`)
}

function compare(rounds: Record<ServerName, Round[]>, other: keyof typeof OTHERS): Figure {
  const { name, target, whyNot } = OTHERS[other]
  const ratio = median(
    rounds.ours.map(({ perSecond }, turn) => perSecond / (rounds[other][turn]?.perSecond ?? Number.NaN)),
  )
  const show = (server: ServerName) => {
    const perSecond = median(rounds[server].map((round) => round.perSecond))
    const cpuMs = median(rounds[server].map((round) => round.cpuMs))
    return `${Math.round(perSecond)}/s, ${cpuMs.toFixed(3)} ms of processor`
  }
  return {
    figure: 'articles(limit: 10) from memory over HTTP',
    value: show('ours'),
    comparedWith: `${name} ${show(other)}`,
    ratio: ratio.toFixed(2),
    target: `≥ ${target}`,
    met: ratio >= target,
    ...(whyNot !== undefined && { whyNot }),
  }
}

async function readVariables(): Promise<Record<string, string>> {
  const stack = await startStack({ port: 0, indexPort: 0, logLevel: 'silent', schedules: false })
  await stack.stop()
  return stack.environment
}

/** Rounds of the three in turn, so that a change of the machine's speed meets all; ratios are of the same turn. */
export async function measureThroughput(): Promise<Figure[]> {
  const load = await installPeers()
  const variables = await readVariables()
  const servers: Server[] = []
  try {
    for (const name of NAMES) servers.push(await startServer(name, variables))
    await checkAnswers(servers)
    for (const server of servers) await runRound(server, load, WARM_UP_SECONDS)
    const rounds: Record<ServerName, Round[]> = { ours: [], yoga: [], mercurius: [] }
    for (let turn = 0; turn < ROUNDS; turn++)
      for (const server of servers) rounds[server.name].push(await runRound(server, load, ROUND_SECONDS))
    return [compare(rounds, 'yoga'), compare(rounds, 'mercurius')]
  } finally {
    for (const server of servers) server.process.kill()
  }
}
