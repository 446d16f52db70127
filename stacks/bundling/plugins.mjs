// @ts-check
import { fileURLToPath } from 'node:url'

/*
 * What the bundler leaves out or resolves differently, for every function. SST runs this file in a process of its own
 * under whatever Node it finds, hence plain JavaScript; the tests bundle with it too.
 */

/** @param {string} file */
const beside = (file) => fileURLToPath(new URL(`./${file}`, import.meta.url))

/** @type {[RegExp, string][]} */
const REPLACED = [
  // The Lambda integration is CommonJS and would bring Apollo a second time, in its CommonJS form.
  [/^@apollo\/server$/, fileURLToPath(import.meta.resolve('@apollo/server'))],
  // Reports to Apollo's own service, which nobody here has an account with, take 240 KB.
  [/^\.\/plugin\/(usageReporting|schemaReporting)\/index\.js$/, beside('no-apollo-reporting.mjs')],
  [/^@apollo\/usage-reporting-protobuf$/, beside('no-protobuf.cjs')],
  // The search client sends JSON only; multipart forms bring a table of all media types, 140 KB.
  [/^form-data$/, beside('built-in-form-data.mjs')],
  // The client of language models takes zod whole, in forty languages, 240 KB.
  [/^\.\.\/locales\/index\.js$/, beside('no-zod-locales.mjs')],
]

export default [
  {
    name: 'replaced-modules',
    /** @param {import('esbuild').PluginBuild} build */
    setup(build) {
      // SST 4.17 compares a plugin's filter with nothing instead of the path, so the filter has to match anything.
      build.onResolve({ filter: /.*/ }, ({ path }) => {
        const replaced = REPLACED.find(([pattern]) => pattern.test(path))
        return replaced ? { path: replaced[1] } : undefined
      })
    },
  },
]
