import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { ROOT } from './root.ts'

/** A tracked file and its imports. */
export interface SourceFile {
  /** Path from the root of the repository. */
  path: string
  text: string
  lines: number
  /** Our files that it needs at run time (without `import type`). */
  imports: string[]
}

const PACKAGE_FOLDERS: Record<string, string> = { functions: 'functions' }
const IMPORT = /(?:^|\n)\s*(?:import|export)\s+(?!type\b)(?:[\s\S]*?\sfrom\s+)?'([^']+)'|import\('([^']+)'\)/g

/** Files that git tracks or would track, or undefined in a downloaded archive, which is no repository of its own. */
function listByGit(): string[] | undefined {
  if (!existsSync(join(ROOT, '.git'))) return undefined
  // Separates paths by NUL, because git otherwise quotes paths with accents.
  return execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
    .toString()
    .split('\0')
}

/** Every file that .gitignore does not name: folders by a slash at the end, files by a name or an ending. */
function listByWalking(): string[] {
  const ignored = readFileSync(join(ROOT, '.gitignore'), 'utf8').split('\n').filter(Boolean)
  const isIgnored = (path: string) =>
    ignored.some((pattern) =>
      pattern.startsWith('*')
        ? path.endsWith(pattern.slice(1))
        : `/${path}/`.includes(`/${pattern.replace(/\/$/, '')}/`),
    )
  // A star matches no name with a dot at its start.
  return globSync(['**/*', '**/.*', '.*/**/*'], {
    cwd: ROOT,
    withFileTypes: true,
    exclude: ({ parentPath, name }) => isIgnored(relative(ROOT, join(parentPath, name))),
  })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))
}

function listTracked(): string[] {
  const paths = listByGit() ?? listByWalking()
  return paths.filter((path) => path !== '' && existsSync(join(ROOT, path)))
}

/** Every file that git tracks or would track. */
export const trackedFiles = listTracked()

function resolveImport(from: string, specifier: string): string | undefined {
  if (specifier.startsWith('.')) return normalize(join(dirname(from), specifier))
  const ours = /^@pauta\/([a-z-]+)\/(.+)$/.exec(specifier)
  if (!ours) return undefined
  const [, name = '', rest = ''] = ours
  const folder = PACKAGE_FOLDERS[name] ?? `packages/${name}/src`
  return `${folder}/${rest}.ts`
}

function read(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8')
  const specifiers = [...text.matchAll(IMPORT)].map((match) => match[1] ?? match[2] ?? '')
  const imports = specifiers
    .map((specifier) => resolveImport(path, specifier))
    .filter((found) => found !== undefined)
  return { path, text, lines: text.split('\n').length - 1, imports }
}

/** TypeScript written by hand. */
export const sourceFiles = trackedFiles
  .filter((path) => /\.tsx?$/.test(path) && !path.includes('/generated/') && !path.endsWith('.d.ts'))
  .map(read)
