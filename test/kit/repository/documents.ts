import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { ROOT } from './root.ts'
import { trackedFiles } from './source-files.ts'

/** A page of documentation. */
interface Page {
  /** Path from the root of the repository. */
  path: string
  text: string
}

/** Every Markdown file of the repository. */
export const pages: readonly Page[] = trackedFiles
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }))

const FOLDERS = /^(stacks|functions|packages|test|docs|\.github|\.ci)\//
const FILE = /^[\w@.<*][\w@./<>*-]*\.(ts|mjs|cjs|graphql|yaml|yml|sh|py|md|json|jsonl)$/
/** Files that programs or readers write, so they are not in the repository. */
const ELSEWHERE = /^(\.pauta|\.sst|node_modules|data)\/|^case\.json$|^[a-z]*news\.jsonl$/

function exists(name: string): boolean {
  // `<name>` and `*` match any part of a path.
  if (/[<*]/.test(name)) {
    const pattern = name.split(/<[^>]*>|\*/).map((part) => part.replaceAll(/[.]/g, '\\.'))
    return trackedFiles.some((path) => new RegExp(`(^|/)${pattern.join('[^/]+')}`).test(path))
  }
  if (FOLDERS.test(name)) return existsSync(join(ROOT, name))
  return trackedFiles.some((path) => path === name || path.endsWith(`/${name}`))
}

/** Names in backticks that have the form of a repository path and do not exist, as `page: name`. */
export function listMissingPaths({ path, text }: Page): string[] {
  const prose = text.replaceAll(/^ *```[\s\S]*?^ *```/gm, '')
  const names = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name)
  const paths = names.filter((name) => FOLDERS.test(name) || FILE.test(name))
  return paths
    .filter((name) => !/\s/.test(name) && !ELSEWHERE.test(name) && !exists(name))
    .map((name) => `${path}: ${name}`)
}

/** The anchor that GitHub generates for a heading. */
const anchorOf = (heading: string) =>
  heading
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')

/** Links within the repository to missing files or headings, as `page: link`. */
export function listBrokenLinks({ path, text }: Page): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link)
  return links
    .filter((link) => !/^[a-z]+:/.test(link))
    .filter((link) => {
      const [file = '', anchor] = link.split('#')
      const target = file === '' ? path : normalize(join(dirname(path), file))
      if (!existsSync(join(ROOT, target))) return true
      if (anchor === undefined) return false
      const headings = readFileSync(join(ROOT, target), 'utf8').matchAll(/^#+ (.+)$/gm)
      return ![...headings].some(([, heading = '']) => anchorOf(heading) === anchor)
    })
    .map((link) => `${path}: ${link}`)
}

/** Scripts of `npm run` that package.json does not have, as `page: script`. */
export function listMissingScripts({ path, text }: Page): string[] {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  return [...text.matchAll(/npm run (?:-s )?([\w:-]+)/g)]
    .map(([, script = '']) => script)
    .filter((script) => scripts[script] === undefined)
    .map((script) => `${path}: npm run ${script}`)
}
