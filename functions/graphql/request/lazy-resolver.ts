/**
 * Returns a resolver whose code is loaded by its first call, so that a cold start does not read the code. `load` imports
 * the module and returns the resolver from it.
 */
export function lazyResolver<Parameters extends unknown[], Result>(
  load: () => Promise<(...args: Parameters) => Result | Promise<Result>>,
): (...args: Parameters) => Promise<Result> {
  return async (...args) => {
    const resolve = await load()
    return await resolve(...args)
  }
}
