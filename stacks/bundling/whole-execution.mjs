import { execute } from 'graphql'

/**
 * With graphql 16 every operation runs in one piece. Apollo loads the whole library to ask for its version first.
 * @param {import('graphql').ExecutionArgs} args
 */
export const executeIncrementally = (args) => execute(args)
