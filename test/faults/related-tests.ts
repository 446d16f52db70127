import { sourceFiles } from '../kit/repository/source-files.ts'

/**
 * Greatest distance of imports that counts. A test that imports a whole server reaches all of its files but tests
 * few.
 */
const STEPS_MAX = 2

const isUnitTest = (path: string) => /^(packages|functions)\/.*\.test\.ts$/.test(path)

/** The package of a file, within which a test counts at any distance; undefined outside of packages. */
const packageOf = (path: string) => /^packages\/[^/]+/.exec(path)?.[0]

/** Files that import each file. */
const importers = new Map<string, string[]>()
for (const { path, imports } of sourceFiles)
  for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), path])

/**
 * Returns unit tests that import a file, directly or through others, the nearest first. Tests of other packages
 * count within two steps.
 */
export function listRelatedTests(path: string): string[] {
  const steps = new Map([[path, 0]])
  // A Map is iterated in insertion order while it grows, so this walk is breadth first.
  for (const [file, distance] of steps)
    for (const importer of importers.get(file) ?? [])
      if (!steps.has(importer)) steps.set(importer, distance + 1)
  const own = packageOf(path)
  const beside = path.replace(/\.ts$/, '.test.ts')
  return [...steps]
    .filter(([file, distance]) => {
      const isOwn = own !== undefined && packageOf(file) === own
      return isUnitTest(file) && (isOwn || distance <= STEPS_MAX)
    })
    .map(([file]) => file)
    .sort((a, b) => Number(b === beside) - Number(a === beside))
}
