import { existsSync } from 'node:fs'
import { PLAYGROUND_FILE } from '@pauta/functions/http/playground/build-playground'
import { WIDGET_FILE } from '@pauta/functions/http/widget/build-widget'
import { SITE_FOLDER } from '@pauta/observatory/build'

/**
 * Returns the folder of the built observatory. Throws when a page is not built: a machine may have no tools to build them,
 * and its files may be read-only.
 */
export function findBuiltPages(): string {
  const missing = [PLAYGROUND_FILE, WIDGET_FILE, SITE_FOLDER].filter((path) => !existsSync(path))
  if (missing.length === 0) return SITE_FOLDER
  throw new Error(
    `These pages are not built: ${missing.join(', ')}. Run \`npm run build-pages\` in the repository.`,
  )
}
