// Writes the widget as one minified script beside its handler, at start and before a deployment.
import { createHash } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WIDGET_QUERY } from '@pauta/syndication/widget-query'

/** Where the script is written; bundles copy it beside the handler. */
export const WIDGET_FILE = join(import.meta.dirname, 'generated', 'widget.js')

/** Builds the script. Returns its path. */
export async function buildWidget(): Promise<string> {
  const { build } = await import('esbuild')
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(import.meta.resolve('@pauta/syndication/widget'))],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    define: { QUERY_HASH: JSON.stringify(createHash('sha256').update(WIDGET_QUERY).digest('hex')) },
  })
  await mkdir(dirname(WIDGET_FILE), { recursive: true })
  await writeFile(WIDGET_FILE, outputFiles[0]?.contents ?? '')
  return WIDGET_FILE
}

if (process.argv[1] === import.meta.filename) await buildWidget()
