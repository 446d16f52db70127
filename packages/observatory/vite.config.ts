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

const environment = loadEnv('production', import.meta.dirname, 'VITE_')

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
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
  },
})
