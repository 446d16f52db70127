// @ts-check
import { fileURLToPath } from 'node:url'

/*
 * The plugin of the bundler, for every function. SST runs this file in a process of its own with the Node of the
 * machine, so the file is plain JavaScript. The tests bundle with it too.
 *
 * There is one rule. The Lambda integration is CommonJS. Without the rule a bundle contains Apollo Server twice, as an ES
 * module for our code and as CommonJS for the integration, and the two copies do not share their classes.
 */
const APOLLO_SERVER = fileURLToPath(import.meta.resolve('@apollo/server'))

/*
 * SST 4.17 matches a filter against the word "undefined" instead of the path, and asks about every import. The filter
 * therefore accepts that word, and the rule compares the path itself.
 */
const FILTER = /^(undefined|@apollo\/server)$/

export default [
  {
    name: 'one-apollo-server',
    /** @param {import('esbuild').PluginBuild} build */
    setup(build) {
      build.onResolve({ filter: FILTER }, ({ path }) =>
        path === '@apollo/server' ? { path: APOLLO_SERVER } : undefined,
      )
    },
  },
]
