import type { FunctionDefinition } from './define-function.ts'

/** API Gateway answers 504 after 29 seconds, so no function behind it may take longer, except for streams. */
export const GATEWAY_TIMEOUT_SECONDS = 29

/** Settings of a stage that bound the environments of an endpoint; stacks/stages/sizes.ts has their values. */
type ConcurrencySetting =
  | 'graphqlConcurrency'
  | 'streamConcurrency'
  | 'liveConcurrency'
  | 'mcpConcurrency'
  | 'feedConcurrency'
  | 'pageConcurrency'
  | 'exportConcurrency'

/** Definition of an endpoint: plain data, read by the infrastructure, the local stack and the tests. */
export interface Endpoint extends Omit<FunctionDefinition, 'concurrency' | 'rights'> {
  /** Methods and paths. A path that ends with `/{proxy+}` matches every path below it, and `ANY` every method. */
  routes: readonly `${'GET' | 'POST' | 'OPTIONS' | 'ANY'} /${string}`[]
  /** The host of the observatory answers these routes too. It adds its headers where the answer has none. */
  isOnSite?: true
  /** The handler streams its answer, and may take longer than the gateway waits for other answers. */
  streaming?: true
  /** Most concurrent environments: a number, or the setting of the stage that has the number. */
  concurrency?: number | ConcurrencySetting
}

type EndpointDefinition = Omit<Endpoint, 'timeoutSeconds'> & Partial<Pick<Endpoint, 'timeoutSeconds'>>

/** An endpoint without a time-out of its own has that of the gateway. */
export function defineEndpoint<const Definition extends EndpointDefinition>(
  endpoint: Definition,
): Definition & Endpoint {
  return { timeoutSeconds: GATEWAY_TIMEOUT_SECONDS, ...endpoint }
}

/** A method and a path. */
interface EndpointRoute {
  method: string
  path: string
}

/**
 * Returns the routes of an endpoint, with a HEAD route for each GET route. API Gateway answers HEAD only where a route
 * has it, and link checkers, feed readers and monitors send it. The HEAD routes come last, because the name of a route in
 * the cloud has its position.
 */
export function listRoutes({ routes }: Pick<Endpoint, 'routes'>): EndpointRoute[] {
  const own = routes.map((route) => {
    const [method = '', path = ''] = route.split(' ')
    return { method, path }
  })
  return [
    ...own,
    ...own.filter(({ method }) => method === 'GET').map(({ path }) => ({ method: 'HEAD', path })),
  ]
}
