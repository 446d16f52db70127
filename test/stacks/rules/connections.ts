import { getOne, type Graph, listOfType, type Stages } from '../graph.ts'
import {
  isOpenToInternet,
  type Place,
  placeOfDatabase,
  placeOfFunction,
  placeOfInstance,
  reaches,
  reachesInternet,
} from '../reachability.ts'
import { listGraphs, type Rule } from './rule.ts'

const HTTPS = 443
const HTTP = 80
const SSH = 22
const POSTGRES = 5432
const INDEX = 8108

type Party = 'functions' | 'senders' | 'bastion' | 'search server' | 'database' | 'internet'

interface Connection {
  from: Party
  to: Party
  port: number
  allowed: boolean
  /** The failure without the connection, or the resource that it would expose. */
  reason: string
}

/** Required and forbidden connections. `senders` call addresses that users choose. */
const CONNECTIONS: readonly Connection[] = [
  { from: 'functions', to: 'database', port: POSTGRES, allowed: true, reason: 'every query reads it' },
  { from: 'functions', to: 'search server', port: INDEX, allowed: true, reason: 'every search asks it' },
  { from: 'functions', to: 'internet', port: HTTPS, allowed: true, reason: 'queues and SES are out there' },
  { from: 'functions', to: 'search server', port: SSH, allowed: false, reason: 'no function logs in' },
  { from: 'senders', to: 'database', port: POSTGRES, allowed: true, reason: 'the ledger is in it' },
  { from: 'senders', to: 'internet', port: HTTPS, allowed: true, reason: 'webhooks and pushes leave so' },
  { from: 'senders', to: 'internet', port: HTTP, allowed: false, reason: 'users choose the address' },
  { from: 'senders', to: 'search server', port: INDEX, allowed: false, reason: 'users choose the address' },
  { from: 'senders', to: 'bastion', port: SSH, allowed: false, reason: 'users choose the address' },
  { from: 'bastion', to: 'database', port: POSTGRES, allowed: true, reason: 'the tunnel leads there' },
  { from: 'bastion', to: 'search server', port: INDEX, allowed: true, reason: 'the tunnel leads there' },
  { from: 'bastion', to: 'internet', port: HTTPS, allowed: true, reason: 'Session Manager is out there' },
  { from: 'search server', to: 'internet', port: HTTPS, allowed: true, reason: 'it installs its program' },
  { from: 'internet', to: 'database', port: POSTGRES, allowed: false, reason: 'it holds people’s data' },
  { from: 'internet', to: 'search server', port: INDEX, allowed: false, reason: 'one key opens all of it' },
  { from: 'internet', to: 'bastion', port: SSH, allowed: false, reason: 'sessions need no open port' },
  { from: 'internet', to: 'bastion', port: HTTPS, allowed: false, reason: 'sessions need no open port' },
  { from: 'search server', to: 'database', port: POSTGRES, allowed: false, reason: 'it has public news' },
]

/** A stage may lack a search server of its own. */
const hasParty = (graph: Graph, party: Party) =>
  party !== 'search server' || listPlaces(graph, party).length > 0

const listSearchServers = (graph: Graph) =>
  listOfType(graph, 'aws:ec2/instance:Instance').filter(({ name }) => name.startsWith('SearchServer'))

function listPlaces(graph: Graph, party: Party): Place[] {
  switch (party) {
    case 'functions':
      return ['graphql', 'stream', 'ready', 'index', 'migrate', 'job-sweep', 'job-sync-index'].map((name) =>
        placeOfFunction(graph, name),
      )
    case 'senders':
      return ['deliver-push', 'deliver-webhook', 'deliver-slack'].map((name) => placeOfFunction(graph, name))
    case 'bastion':
      return listOfType(graph, 'aws:ec2/instance:Instance')
        .filter(({ inputs }) => (inputs['tags'] as Record<string, string>)['sst:is-bastion'] === 'true')
        .map((instance) => placeOfInstance(graph, instance))
    case 'search server':
      return listSearchServers(graph).map((instance) => placeOfInstance(graph, instance))
    case 'database':
      return [placeOfDatabase(graph, getOne(graph, 'aws:rds/instance:Instance', /./))]
    case 'internet':
    default:
      return []
  }
}

/** Returns for each pair of places whether the first one can open a connection to the second one. */
function listAnswers(graph: Graph, { from, to, port }: Connection): boolean[] {
  if (from === 'internet') return listPlaces(graph, to).map((place) => isOpenToInternet(graph, place, port))
  const sources = listPlaces(graph, from)
  if (to === 'internet') return sources.map((source) => reachesInternet(graph, source, port))
  const targets = listPlaces(graph, to)
  return sources.flatMap((source) => targets.map((target) => reaches(graph, source, target, port)))
}

/** The functions of a preview are in the network of staging, beside its servers. */
const inNetworkOf = (staging: Graph, { app, resources, ...rest }: Graph): Graph => ({
  ...rest,
  app,
  resources: [
    ...staging.resources.filter(({ type }) => type !== 'aws:lambda/function:Function'),
    ...resources.filter(({ type }) => type === 'aws:lambda/function:Function'),
  ],
})

/** Every stage of its own network, and a preview in that of staging. */
const listNetworks = (stages: Stages): Graph[] =>
  listGraphs(stages).map((graph) => (graph === stages.preview ? inNetworkOf(stages.staging, graph) : graph))

/** Returns false when the stage has no place to connect from or to. */
function isAsAllowed(graph: Graph, connection: Connection): boolean {
  const answers = listAnswers(graph, connection)
  return answers.length > 0 && answers.every((answer) => answer === connection.allowed)
}

/** The network allows exactly the connections of the table. */
export const findWrongConnections: Rule = (stages) =>
  listNetworks(stages).flatMap((graph) =>
    CONNECTIONS.filter(({ from, to }) => hasParty(graph, from) && hasParty(graph, to))
      .filter((connection) => !isAsAllowed(graph, connection))
      .map(({ from, to, port, allowed, reason }) => {
        const verb = allowed ? 'cannot reach' : 'can reach'
        return `${from} ${verb} ${to} on port ${port} in the stage ${graph.app.stage}: ${reason}`
      }),
  )

/** No store has a public address, with any security groups. */
export const findPublicStores: Rule = (stages) =>
  listNetworks(stages).flatMap((graph) =>
    (['database', 'search server'] as const)
      .flatMap((party) => listPlaces(graph, party))
      .filter(({ isPublic }) => isPublic)
      .map(({ name }) => `${name} has a public address in the stage ${graph.app.stage}`),
  )
