import type { StageSettings } from '../../stacks/stages/stage-settings.ts'

/** A resource as the program requested it. A secret value is `{ secret: … }`. */
export interface Resource {
  type: string
  name: string
  inputs: Record<string, unknown>
  /** Set for a resource that is only looked up, such as staging's in a preview. */
  readId?: string
  /** Absent for a resource that is only looked up. */
  options?: ResourceOptions
}

/** Options of a resource besides its creation. */
export interface ResourceOptions {
  protect: boolean
  retainOnDelete: boolean
  deleteBeforeReplace: boolean
  ignoreChanges: string[]
  replaceOnChanges: string[]
}

/** A read of AWS without changes, such as the newest image. */
export interface LookUp {
  token: string
  inputs: Record<string, unknown>
}

/** A function as SST requested its bundle. */
export interface BuildRequest {
  functionID: string
  handler: string
  runtime: string
  links: Record<string, Record<string, unknown>>
  copyFiles: { from: string; to: string }[]
  properties: BuildProperties
}

export interface BuildProperties {
  minify?: boolean
  splitting?: boolean
  plugins?: string
  architecture?: string
  esbuild?: { keepNames?: boolean; define?: Record<string, string> }
}

/** All resources of a stage. */
export interface Graph {
  app: {
    name: string
    stage: string
    removal: string
    protect: boolean
    providers: { aws: { region: string } }
  }
  resources: Resource[]
  lookUps: LookUp[]
  builds: BuildRequest[]
  settings: StageSettings
}

const FUNCTION_TYPE = 'aws:lambda/function:Function'

export const listFunctions = (graph: Graph): Resource[] => listOfType(graph, FUNCTION_TYPE)

export const listOfType = (graph: Graph, type: string): Resource[] =>
  graph.resources.filter((resource) => resource.type === type)

/** The only resource of that type whose name matches. Throws otherwise. */
export function getOne(graph: Graph, type: string, name: RegExp): Resource {
  const found = listOfType(graph, type).filter((resource) => name.test(resource.name))
  const [first] = found
  if (found.length !== 1 || !first)
    throw new Error(
      `${found.length} resources of type ${type} match ${name}: ${found.map((r) => r.name).join(', ')}`,
    )
  return first
}

/** A function by its name in stacks/: `graphql`, `ingest`. Its logical name contains random letters. */
export function getFunction(graph: Graph, name: string): Resource {
  const wanted = `${graph.app.name}-${graph.app.stage}-${name}`
  const found = listOfType(graph, FUNCTION_TYPE).find(({ inputs }) => inputs['name'] === wanted)
  if (!found) throw new Error(`No function is named ${wanted}`)
  return found
}

/** The bundle request of a function. */
export function getBuild(graph: Graph, fn: Resource): BuildRequest {
  const build = graph.builds.find(({ functionID }) => `${functionID}Function` === fn.name)
  if (!build) throw new Error(`Nothing was bundled for ${fn.name}`)
  return build
}

/** The role that a function runs under. */
export const getRole = (graph: Graph, fn: Resource): Resource =>
  getOne(graph, 'aws:iam/role:Role', new RegExp(`^${fn.name.replace(/Function$/, '')}Role$`))

/**
 * Permissions of a function besides writing its log and using its network, as `action resource`, with ` if …` for a
 * permission with a condition.
 */
export function listPermissions(graph: Graph, fn: Resource): string[] {
  const policies = getRole(graph, fn).inputs['inlinePolicies'] as { policy: unknown }[]
  return policies
    .flatMap(({ policy }) => (JSON.parse(String(revealed(policy))) as { Statement: Statement[] }).Statement)
    .flatMap(({ actions, resources, conditions = [] }) => {
      const condition = conditions.map(({ variable, values }) => ` if ${variable} is ${values.join(' or ')}`)
      return actions.flatMap((action) =>
        resources.map((resource) => `${action} ${resource}${condition.join()}`),
      )
    })
    .sort()
}

interface Statement {
  actions: string[]
  resources: string[]
  conditions?: { variable: string; values: string[] }[]
}

/** An input that must be a number. */
export function numberOf(resource: Resource, input: string): number {
  const value = resource.inputs[input]
  if (typeof value !== 'number')
    throw new Error(`${resource.name}.${input} is ${JSON.stringify(value)}, not a number`)
  return value
}

/** An input that is JSON text, parsed. */
export function jsonOf(resource: Resource, input: string): unknown {
  const value = revealed(resource.inputs[input])
  if (typeof value !== 'string') throw new Error(`${resource.name}.${input} is not JSON text`)
  return JSON.parse(value)
}

/** The value of a secret. */
export const revealed = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'secret' in value ? value.secret : value

/** The stages of the checks. */
export interface Stages {
  production: Graph
  staging: Graph
  preview: Graph
  /** Production with every optional setting chosen differently: see stage-settings.ts. */
  chosen: Graph
  /** Production of the small size. */
  small: Graph
  /** Production, staging and a preview with the operator's own values. */
  own: Graph[]
  /** Where the bundles are. */
  workFolder: string
}
