// @ts-check
import { fileURLToPath } from 'node:url'

/*
 * The plugin of the bundler, for every function. SST runs this file in a process of its own with the Node of the
 * machine, so the file is plain JavaScript. The tests bundle with it too.
 *
 * There are two rules, for packages that a bundle would contain twice, as an ES module and as CommonJS. The two copies
 * would not share their classes. The Lambda integration is CommonJS and requires Apollo Server. graphql-jit imports files of
 * graphql by their names, which are those of the CommonJS form.
 */
const APOLLO_SERVER = fileURLToPath(import.meta.resolve('@apollo/server'))
const GRAPHQL = fileURLToPath(new URL('.', import.meta.resolve('graphql/package.json')))
const GRAPHQL_FILE = /^graphql\/(.+)\.js$/

/*
 * SST 4.17 matches a filter against the word "undefined" instead of the path, and asks about every import. The filter
 * therefore accepts that word, and the rules compare the path itself.
 */
const FILTER = /^(undefined$|@apollo\/server$|graphql\/.+\.js$)/

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
  {
    name: 'one-graphql',
    /** @param {import('esbuild').PluginBuild} build */
    setup(build) {
      build.onResolve({ filter: FILTER }, ({ path }) => {
        const file = GRAPHQL_FILE.exec(path)?.[1]
        return file === undefined ? undefined : { path: `${GRAPHQL}${file}.mjs` }
      })
    },
  },
]
