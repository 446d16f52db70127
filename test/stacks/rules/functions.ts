import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ConfigSection, RESOURCE_OF_SECTION } from '@pauta/platform/config/config'
import { endpoints } from '../../../functions/endpoints.ts'
import { jobs } from '../../../functions/jobs/jobs.ts'
import * as migrations from '../../../functions/migrate/definitions.ts'
import { handlerOf } from '../../../packages/platform/src/workers/define-worker.ts'
import { workers } from '../../../functions/workers/workers.ts'
import { getBundle } from '../bundles.ts'
import {
  type BuildRequest,
  getBuild,
  type Graph,
  listFunctions,
  listPermissions,
  numberOf,
  type Resource,
} from '../graph.ts'
import { ROOT } from '../platform.ts'
import { ALLOWED, listBesides } from './allowed.ts'
import { every, inEach, listGraphs, type Rule } from './rule.ts'

const LAMBDA_TIMEOUT_SECONDS = 900

/** The name of a function without app and stage. */
const nameOf = (graph: Graph, fn: Resource): string =>
  String(fn.inputs['name']).replace(`${graph.app.name}-${graph.app.stage}-`, '')

const without = (names: ReadonlySet<string>, others: ReadonlySet<string>) =>
  [...names].filter((name) => !others.has(name))

/** Every handler is a function of every stage. */
export const findHandlersLeftBehind = inEach(({ builds }) => {
  const handlers = globSync('functions/**/*handler.ts', { cwd: ROOT })
    .filter((file) => /export const handler\b/.test(readFileSync(join(ROOT, file), 'utf8')))
    .map((file) => file.replaceAll('\\', '/').replace(/ts$/, 'handler'))
  const built = new Set(builds.map(({ handler }) => handler))
  return handlers
    .filter((handler) => !built.has(handler))
    .map((handler) => `${handler} is no function: name it in stacks/`)
})

/** Every function of every stage has a bundle with its export. */
export const findBrokenBundles: Rule = async (stages) => {
  const builds = listGraphs(stages).flatMap((graph) => graph.builds)
  const results = await Promise.allSettled(builds.map((build) => getBundle(build, stages.workFolder)))
  return results.flatMap((result) => (result.status === 'rejected' ? [(result.reason as Error).message] : []))
}

/** The sections that each handler loads: those of its definition. */
const SECTIONS_OF_HANDLER = new Map<string, readonly ConfigSection[]>([
  ...[...endpoints, ...Object.values(migrations)].map(
    ({ handler, config }) => [`functions/${handler}.handler`, config] as const,
  ),
  ...workers.map((worker) => [`functions/workers/${handlerOf(worker)}.handler`, worker.config] as const),
  ...jobs.map(({ name, config }) => [`functions/jobs/${name}/handler.handler`, config] as const),
])

function findLinkFaultsOf({ handler, links }: BuildRequest): string[] {
  const sections = SECTIONS_OF_HANDLER.get(handler)
  // Another rule reports handlers without a file.
  if (!sections) return []
  const loaded = new Set<string>(sections.map((section) => RESOURCE_OF_SECTION[section]))
  const linked = new Set(Object.keys(links))
  const missing = without(loaded, linked)
  const useless = without(linked, loaded)
  return [
    ...(missing.length > 0 ? [`${handler} loads ${missing.join(', ')} and is not linked to it`] : []),
    ...(useless.length > 0 ? [`${handler} is linked to ${useless.join(', ')} and never loads it`] : []),
  ]
}

/** Every function is linked to exactly the sections of the configuration that its definition names. */
export const findWrongLinks: Rule = (stages) => {
  const builds = listGraphs(stages).flatMap((graph) => graph.builds)
  return [...new Set(builds.flatMap(findLinkFaultsOf))]
}

/** An ARN without its constant parts. */
const shorten = (permission: string) => permission.replace(/arn:aws:[^/ ]*:/, '')

function findWrongRightsOf(graph: Graph): string[] {
  const besides = listBesides(graph.settings)
  return listFunctions(graph).flatMap((fn) => {
    const name = nameOf(graph, fn)
    const allowed = new Set(listPermissions(graph, fn).map(shorten))
    const wanted = new Set([...(ALLOWED[name] ?? []), ...(besides[name] ?? [])])
    const more = without(allowed, wanted)
    const less = without(wanted, allowed)
    return [
      ...(more.length > 0 ? [`${name} may do what it does not need: ${more.join(', ')}`] : []),
      ...(less.length > 0 ? [`${name} may not do what it needs: ${less.join(', ')}`] : []),
    ]
  })
}

/** Every function has exactly the permissions of the table in allowed.ts. */
export const findWrongRights: Rule = ({ production, chosen }) => [
  ...findWrongRightsOf(production),
  ...findWrongRightsOf(chosen),
]

/** Functions are in the private network exactly when they use something in it. */
export const findWrongPlaces = inEach((graph) =>
  listFunctions(graph)
    .filter((fn) => {
      const { links } = getBuild(graph, fn)
      const isNeeded = 'Database' in links || 'SearchIndex' in links
      return isNeeded !== (fn.inputs['vpcConfig'] !== undefined)
    })
    .map((fn) => `${nameOf(graph, fn)} needs the private network and is outside, or the other way round`),
)

/** Lambda ends every function after 15 minutes. */
export const findLongTimeouts = every(
  'aws:lambda/function:Function',
  (fn) => numberOf(fn, 'timeout') <= LAMBDA_TIMEOUT_SECONDS,
  `has a time-out of more than the ${LAMBDA_TIMEOUT_SECONDS} s of Lambda`,
)

/** No function gets new code before the migrations have run. */
export const findCodeBeforeMigrations: Rule = ({ production }) => {
  const order = production.resources.map(({ name }) => name)
  return listFunctions(production)
    .filter(({ name }) => name !== 'MigrateFunction' && order.indexOf(name) < order.indexOf('Migration'))
    .map((fn) => `${nameOf(production, fn)} gets its code before the migrations have run`)
}
