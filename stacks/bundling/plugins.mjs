// @ts-check
import { fileURLToPath } from 'node:url'

/*
 * What the bundler leaves out or resolves differently, for every function. SST runs this file in a process of its own
 * under whatever Node it finds, hence plain JavaScript; the tests bundle with it too.
 */

/** @param {string} file */
const beside = (file) => fileURLToPath(new URL(`./${file}`, import.meta.url))

/**
 * A file inside a package, beside its entry.
 * @param {string} name
 * @param {string} file
 */
const inside = (name, file) => fileURLToPath(new URL(file, import.meta.resolve(name)))

const APOLLO = /[\\/]node_modules[\\/]@apollo[\\/]server[\\/]/
const AXIOS_ADAPTERS = /[\\/]node_modules[\\/]axios[\\/]lib[\\/]adapters[\\/]/
const ZOD = /[\\/]node_modules[\\/]zod[\\/]/

/**
 * What an import names, what takes its place, and, for a path beside the importer, whose import it has to be: another
 * package may well have a file of that name.
 * @type {[RegExp, string, RegExp?][]}
 */
const REPLACED = [
  // An import reads every property of these parts of Node, and so loads the client behind fetch, the streams of the
  // console and more, which take a quarter of a small start; required, they give what is asked for.
  [/^(node:)?fs$/, beside('required/fs.cjs')],
  [/^(node:)?http$/, beside('required/http.cjs')],
  [/^(node:)?process$/, beside('required/process.cjs')],
  [/^(node:)?util$/, beside('required/util.cjs')],
  // The Lambda integration is CommonJS and would bring Apollo a second time, in its CommonJS form.
  [/^@apollo\/server$/, fileURLToPath(import.meta.resolve('@apollo/server'))],
  // Reports to Apollo's own service, which nobody here has an account with, take 240 KB.
  [/^\.\/plugin\/(usageReporting|schemaReporting)\/index\.js$/, beside('no-apollo-reporting.mjs'), APOLLO],
  [/^@apollo\/usage-reporting-protobuf$/, beside('no-protobuf.cjs')],
  // Apollo gets its schema whole, and would bring 70 KB to make one.
  [/^@graphql-tools\/schema$/, beside('no-second-schema.mjs')],
  // Part of an alpha of graphql 17, for which Apollo keeps all of graphql in the bundle.
  [/^\.\/incrementalDeliveryPolyfill\.js$/, beside('whole-execution.mjs'), APOLLO],
  // Hashes in JavaScript, for browsers.
  [/^sha\.js$/, beside('node-hash.cjs')],
  // What the search client has no use for in axios: multipart forms, with a table of all media types, 140 KB; the
  // adapter for fetch, which has Node load it, and HTTP/2, at a tenth of a start each.
  [/^axios$/, beside('axios.mjs')],
  [/^form-data$/, beside('no-form-data.mjs')],
  [/^\.\/fetch\.js$/, beside('no-fetch-adapter.mjs'), AXIOS_ADAPTERS],
  [/^http2$/, beside('no-http2.mjs')],
  // Opens the terminal to see whether it has colours.
  [/^debug$/, beside('no-debug.cjs')],
  // The client of language models takes zod whole, in forty languages, 240 KB.
  [/^\.\.\/locales\/index\.js$/, beside('no-zod-locales.mjs'), ZOD],
  // React chooses between its builds at run time, so a bundle would carry all of them, and mails are not streamed.
  [/^react$/, inside('react', './cjs/react.production.js')],
  [/^react\/jsx-runtime$/, inside('react', './cjs/react-jsx-runtime.production.js')],
  [/^react-dom$/, inside('react-dom', './cjs/react-dom.production.js')],
  [/^react-dom\/server$/, inside('react-dom', './cjs/react-dom-server-legacy.node.production.js')],
]

/*
 * Of the imports that these are, so that the bundler asks about no other one. SST 4.17 compares a filter with nothing
 * instead of the path, as the word "undefined", and asks about all.
 */
const ASKED = new RegExp(['^undefined$', ...REPLACED.map(([pattern]) => pattern.source)].join('|'))

export default [
  {
    name: 'replaced-modules',
    /** @param {import('esbuild').PluginBuild} build */
    setup(build) {
      build.onResolve({ filter: ASKED }, ({ path, importer }) => {
        const replaced = REPLACED.find(([name, , from]) => name.test(path) && (from?.test(importer) ?? true))
        return replaced ? { path: replaced[1] } : undefined
      })
    },
  },
]
