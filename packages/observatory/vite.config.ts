import { defineConfig } from 'vite'

export default defineConfig({
  root: import.meta.dirname,
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
