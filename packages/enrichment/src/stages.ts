/** Runs a computation that yields between its stages, and returns its result. */
export function runWithoutPauses<Result>(stages: Generator<undefined, Result>): Result {
  let stage = stages.next()
  while (!stage.done) stage = stages.next()
  return stage.value
}
