import { dirname } from 'node:path'
import { sourceFiles } from '../kit/repository/source-files.ts'

/** Only the nearest tests run. A more distant test sees a fault by chance. */
const UNIT_FILES_MAX = 8
const WIRE_FILES_MAX = 4
/** Files that import a file and whose paths tell what the file is for. */
const CALLERS_MAX = 6

const isTest = (path: string) => path.endsWith('.test.ts')
/** Tests of `npm test`: the others have another suffix or folder. */
const isNpmTest = (path: string) =>
  isTest(path) &&
  !/\.(cloud|crash|laptop)\.test\.ts$|^test\/(browser|long|postgres|faults|index-server|local)\//.test(path)
const tests = sourceFiles.filter(({ path }) => isNpmTest(path))
const wireTests = tests.filter(({ path }) => /^test\/(?!tidy|contract|observatory)/.test(path))

/** Files that import each file. */
const importers = new Map<string, string[]>()
for (const { path, imports } of sourceFiles)
  for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), path])

/** The package of a file, or its folder in functions. */
const roomOf = (path: string) => path.split('/').slice(0, 2).join('/')

/** A file and all files that import it, directly or through others, the nearest first. */
function listImporters(path: string): string[] {
  const reached = new Set([path])
  // A Set is iterated in insertion order while it grows, so this walk is breadth first.
  for (const file of reached) for (const importer of importers.get(file) ?? []) reached.add(importer)
  return [...reached]
}

/** Returns the nearest unit tests in the room of a file that import the file, those beside the file first. */
export const listUnitTests = (path: string): string[] => {
  const tests = listImporters(path).filter((file) => isNpmTest(file) && roomOf(file) === roomOf(path))
  const isBeside = (file: string) => dirname(file) === dirname(path)
  return [...tests.filter(isBeside), ...tests.filter((file) => !isBeside(file))].slice(0, UNIT_FILES_MAX)
}

/** The stems of the words in a path or in code: `clippings/changeNotices` has `clipping`, `change` and `notice`. */
const wordsOf = (text: string) =>
  (
    text
      .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]{3,}/g) ?? []
  ).map((word) => word.replace(/(s|ed|ing|er)$/, ''))

const wordsOfTests = new Map(wireTests.map(({ path, text }) => [path, new Set(wordsOf(`${path} ${text}`))]))
const namesOfTests = new Map(wireTests.map(({ path }) => [path, new Set(wordsOf(path))]))
const countTests = (word: string) => [...wordsOfTests.values()].filter((words) => words.has(word)).length

/**
 * Tests over the wire whose words are those of a file. A word weighs more the fewer tests have it, and most in the path
 * of a test.
 */
function listWireTests(path: string): string[] {
  const text = sourceFiles.find((file) => file.path === path)?.text ?? ''
  const callers = listImporters(path).slice(1, 1 + CALLERS_MAX)
  const inPath = new Set(wordsOf(path))
  const weights = new Map(
    [...new Set(wordsOf([path, text, ...callers].join(' ')))].map((word) => [
      word,
      Math.log((1 + wireTests.length) / (1 + countTests(word))) * (inPath.has(word) ? 3 : 1),
    ]),
  )
  const scoreOf = (test: string) => {
    let score = 0
    const words = wordsOfTests.get(test) ?? new Set()
    for (const [word, weight] of weights) {
      if (words.has(word)) score += weight
      if (namesOfTests.get(test)?.has(word)) score += 2 * weight
    }
    return score / Math.log(100 + words.size)
  }
  return [...wordsOfTests.keys()]
    .map((test) => ({ test, score: scoreOf(test) }))
    .sort((a, b) => b.score - a.score)
    .map(({ test }) => test)
}

/** Returns the tests that probably see a fault in a file: unit tests that import it, and tests over the wire of its noun. */
export const listRelatedTests = (path: string): string[] => [
  ...listUnitTests(path),
  ...listWireTests(path).slice(0, WIRE_FILES_MAX),
]
