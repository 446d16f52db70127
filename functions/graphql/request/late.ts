/**
 * A resolver whose code is loaded with its first call, so that a cold start reads none of it. `load` imports the module
 * and gives the resolver out of it.
 */
export function late<Parameters extends unknown[], Result>(
  load: () => Promise<(...args: Parameters) => Result | Promise<Result>>,
): (...args: Parameters) => Promise<Result> {
  return async (...args) => {
    const resolve = await load()
    return await resolve(...args)
  }
}
