// Writes the widget as one minified script beside its handler, at start and before a deployment.
import { statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeGenerated } from '../write-generated.ts'

/** Where the script is written; bundles copy it beside the handler. */
export const WIDGET_FILE = join(import.meta.dirname, 'generated', 'widget.js')

const ENTRY = fileURLToPath(import.meta.resolve('@pauta/syndication/widget'))
const SOURCES = [ENTRY, join(dirname(ENTRY), 'widget-style.ts'), import.meta.filename]

function isCurrent(): boolean {
  const built = statSync(WIDGET_FILE, { throwIfNoEntry: false })
  return built !== undefined && SOURCES.every((file) => statSync(file).mtimeMs <= built.mtimeMs)
}

/** Builds the script unless it is newer than its sources. Returns its path. */
export async function buildWidget(): Promise<string> {
  if (isCurrent()) return WIDGET_FILE
  // Synchronous, because the other form leaves a process of esbuild behind for as long as the stack runs.
  const { buildSync } = await import('esbuild')
  const { outputFiles } = buildSync({
    entryPoints: [ENTRY],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
  })
  await writeGenerated(WIDGET_FILE, outputFiles[0]?.contents ?? '')
  return WIDGET_FILE
}

if (process.argv[1] === import.meta.filename) await buildWidget()
