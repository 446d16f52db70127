// Requests per second of processor time of the GraphQL handler beside other GraphQL servers as Lambda handlers. Every
// server has the same schema, resolvers and data, and answers the same operation in the same run.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { startStack } from '@pauta/local/stack'
import { median, type Figure } from './measure.ts'
import { installPeers } from './peers/install.ts'
import { SERVERS, type Round, type RoundRequest, type ServerName } from './peers/servers.ts'

type Peer = Exclude<ServerName, 'pauta'>

const LABELS: Record<Peer, string> = {
  apollo: 'stock Apollo Server',
  yoga: 'graphql-yoga',
  mercurius: 'mercurius with graphql-jit',
}

interface Case {
  name: string
  query: string
  /** Smallest ratio of requests per processor second to each peer. */
  targets: Partial<Record<Peer, number>>
}

const ARTICLE = 'uniqueId title url summary agency agencyName publishedAt'
const ENTITIES = 'entities { text type count canonicalId salience }'
const FEATURES = `${ENTITIES} wordCount readabilityFlesch viewCount uniqueSessions trendingScore`

const CASES: readonly Case[] = [
  {
    name: 'articles(limit: 10)',
    query: `{ articles(limit: 10) { found articles { ${ARTICLE} } } }`,
    targets: { apollo: 1, yoga: 1.2, mercurius: 0.8 },
  },
  {
    name: 'articles(limit: 250) with features',
    query: `{ articles(limit: 250) { found articles { ${ARTICLE} features { ${FEATURES} } } } }`,
    targets: { mercurius: 1 },
  },
]
const ROUNDS = 7
/** Processor time, so that a busy machine makes the rounds longer and not shorter. */
const ROUND_CPU_MS = 500
/** Longer than the rounds, because compilers need time. */
const WARM_UP_CPU_MS = 3000

type Processes = ReadonlyMap<ServerName, ChildProcess>

/** Starts a handler. The variables configure ours. Its log lines are written, but not kept. */
async function startHandler(name: ServerName, variables: Record<string, string>): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, 'peers/handler-process.ts'), [name], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { NODE_ENV: 'production', ...variables },
  })
  await awaitMessage(child, name)
  return child
}

async function awaitMessage(child: ChildProcess, name: ServerName): Promise<unknown> {
  const ended = new AbortController()
  const end = () => ended.abort(new Error(`The handler ${name} ended`))
  child.once('exit', end)
  try {
    const [message] = (await once(child, 'message', { signal: ended.signal })) as [unknown]
    return message
  } finally {
    child.removeListener('exit', end)
  }
}

async function runRound(processes: Processes, name: ServerName, request: RoundRequest): Promise<Round> {
  const child = processes.get(name)
  if (!child) throw new Error(`The handler ${name} is not running`)
  child.send(request)
  return (await awaitMessage(child, name)) as Round
}

/** Throws if the answers differ: then the servers would not do the same work. */
function checkAnswers(rounds: ReadonlyMap<ServerName, Round>): void {
  const answers = new Set([...rounds.values()].map(({ body }) => JSON.stringify(JSON.parse(body))))
  const [answer = ''] = answers
  if (answers.size === 1 && answer.includes('"uniqueId"') && !answer.includes('"errors"')) return
  const shown = [...rounds].map(([name, { body }]) => `${name}: ${body.slice(0, 500)}`)
  throw new Error(`The servers return different answers:\n${shown.join('\n')}`)
}

const cpuOf = ({ cpuMs, requests }: Round): number => cpuMs / requests

function compare({ name, targets }: Case, rounds: ReadonlyMap<ServerName, Round[]>): Figure[] {
  const of = (server: ServerName): number[] => (rounds.get(server) ?? []).map(cpuOf)
  const ours = of('pauta')
  const show = (times: readonly number[]) => {
    const cpuMs = median(times)
    return `${Math.round(1000 / cpuMs)} requests per processor second (${cpuMs.toFixed(3)} ms each)`
  }
  return SERVERS.filter((server) => server !== 'pauta').map((peer): Figure => {
    const theirs = of(peer)
    const target = targets[peer]
    const ratio = median(theirs.map((cpuMs, turn) => cpuMs / (ours[turn] ?? Number.NaN)))
    return {
      figure: `${name} as a Lambda handler`,
      value: show(ours),
      comparedWith: `${LABELS[peer]}: ${show(theirs)}`,
      ratio: ratio.toFixed(2),
      target: target === undefined ? 'none' : `≥ ${target.toFixed(1)}`,
      met: target === undefined || ratio >= target,
    }
  })
}

async function measureCase(processes: Processes, measured: Case): Promise<Figure[]> {
  const { query } = measured
  const rounds = new Map<ServerName, Round[]>(SERVERS.map((name) => [name, []]))
  const warmUps = new Map<ServerName, Round>()
  for (const name of SERVERS)
    warmUps.set(name, await runRound(processes, name, { query, cpuMs: WARM_UP_CPU_MS }))
  checkAnswers(warmUps)
  for (let turn = 0; turn < ROUNDS; turn++)
    for (const [name, measuredRounds] of rounds)
      measuredRounds.push(await runRound(processes, name, { query, cpuMs: ROUND_CPU_MS }))
  return compare(measured, rounds)
}

/** Returns the variables of a stack that no longer runs. The handler writes its log line, as in production. */
async function readVariables(): Promise<Record<string, string>> {
  await using stack = await startStack({ port: 0, indexPort: 0, logLevel: 'silent', schedules: false })
  const variables = Object.entries(stack.environment)
  return Object.fromEntries(variables.map(([name, value]) => [name, value.replace('"silent"', '"info"')]))
}

/** Runs the servers in turn, so that a change of the machine's speed affects all; a ratio compares the same turn. */
export async function measureThroughput(): Promise<Figure[]> {
  installPeers()
  const variables = await readVariables()
  const processes = new Map<ServerName, ChildProcess>()
  try {
    for (const name of SERVERS) processes.set(name, await startHandler(name, variables))
    const figures: Figure[] = []
    for (const measured of CASES) figures.push(...(await measureCase(processes, measured)))
    return figures
  } finally {
    for (const child of processes.values()) child.kill()
  }
}
