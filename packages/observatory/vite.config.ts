import { placePublisherHead, SITE_ENTRY } from '@pauta/platform/site/site-page'
import { defineConfig, loadEnv, type Plugin } from 'vite'

/** Writes `site.json` with the settings of the login. A laptop serves a `site.json` of its own, as its ports change. */
function writeSettings(settings: object): Plugin {
  return {
    name: 'site-settings',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'site.json',
        source: JSON.stringify(settings),
      })
    },
  }
}

/** Writes the publisher's elements into the page. A laptop and a machine do so when they serve the page. */
const brandPage = (head: string): Plugin => ({
  name: 'publisher-head',
  transformIndexHtml: (page) => (head === '' ? page : placePublisherHead(page, head)),
})

const environment = loadEnv('production', import.meta.dirname, 'VITE_')

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    brandPage(environment['VITE_PUBLISHER_HEAD'] ?? ''),
    writeSettings({
      issuer: environment['VITE_ISSUER'] ?? '',
      clientId: environment['VITE_CLIENT_ID'] ?? '',
      operators: {
        issuer: environment['VITE_OPERATOR_ISSUER'] ?? '',
        clientId: environment['VITE_OPERATOR_CLIENT_ID'] ?? '',
      },
    }),
  ],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    // A page that asks other hosts for nothing needs no data addresses either: the content policy stays short.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Names without a hash, for the pages that a function makes: it is deployed apart and does not know the hashes.
        entryFileNames: SITE_ENTRY.script.slice(1),
        assetFileNames: ({ names: [name] }) =>
          name?.endsWith('.css') ? SITE_ENTRY.style.slice(1) : 'assets/[name]-[hash][extname]',
        codeSplitting: {
          // What several pages use is one file. Dozens of small ones would wait for each other on a slow connection.
          groups: [{ name: 'shared', minShareCount: 2 }],
        },
      },
    },
  },
})
