import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROOT } from './kit/repository/root.ts'

const SCRIPT = join(ROOT, '.ci/report.mjs')
const FILE = join(ROOT, 'test/graphql/search-index.test.ts')

type State = 'passed' | 'failed'

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'pauta-report-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Writes a report in vitest's JSON format, of one file with the given state of each test. */
function writeReport(
  name: string,
  tests: Record<string, State> | [title: string, state: State][],
  { failedFile = false } = {},
) {
  const entries = Array.isArray(tests) ? tests : Object.entries(tests)
  const failed = failedFile || entries.some(([, state]) => state === 'failed')
  writeFileSync(
    join(folder, `${name}.json`),
    JSON.stringify({
      testResults: [
        {
          name: FILE,
          status: failed ? 'failed' : 'passed',
          message: failedFile ? 'the hook has failed' : '',
          assertionResults: entries.map(([title, status]) => ({
            ancestorTitles: ['search'],
            title,
            status,
            failureMessages: status === 'failed' ? [`no ${title}`] : [],
          })),
        },
      ],
    }),
  )
}

function report(...args: string[]) {
  const { status, stdout } = spawnSync(process.execPath, [SCRIPT, ...args], { cwd: ROOT, encoding: 'utf8' })
  return { status, lines: stdout.trimEnd().split('\n') }
}

describe('the report of CI', () => {
  it('adds up the runs', () => {
    writeReport('test', { one: 'passed', two: 'passed' })
    writeReport('test-stores', { one: 'passed' })
    expect(report('summarise', folder, '0')).toEqual({ status: 0, lines: ['3 passed, 0 failed'] })
  })

  it('fails for a failed test, and names it with its message', () => {
    writeReport('test', { one: 'passed', two: 'failed' })
    expect(report('summarise', folder, '0')).toEqual({
      status: 1,
      lines: [
        'failed: test: test/graphql/search-index.test.ts > search > two',
        '    no two',
        '1 passed, 1 failed',
      ],
    })
  })

  it('tells tests of the same title apart', () => {
    writeReport('test', [
      ['one', 'failed'],
      ['one', 'passed'],
    ])
    const { status, lines } = report('summarise', folder, '0')
    expect(status).toBe(1)
    expect(lines.at(-1)).toBe('1 passed, 1 failed')
  })

  it('fails for a file whose tests never ran', () => {
    writeReport('test', { one: 'passed' })
    writeReport('test-stores', {}, { failedFile: true })
    const { status, lines } = report('summarise', folder, '0')
    expect(status).toBe(1)
    expect(lines.slice(-3)).toEqual([
      'failed: test-stores: test/graphql/search-index.test.ts > (the file itself)',
      '    the hook has failed',
      '1 passed, 1 failed',
    ])
  })

  it('fails for a step that failed outside the tests, and without any test', () => {
    expect(report('summarise', folder, '0')).toMatchObject({ status: 1 })
    writeReport('test', { one: 'passed' })
    expect(report('summarise', folder, '1')).toEqual({ status: 1, lines: ['1 passed, 1 failed'] })
  })

  it('names the files with failures', () => {
    writeReport('test', { one: 'passed', two: 'failed' })
    writeReport('test-stores', { one: 'passed' })
    expect(report('failed-files', join(folder, 'test.json')).lines).toEqual([
      'test/graphql/search-index.test.ts',
    ])
    expect(report('failed-files', join(folder, 'test-stores.json')).lines).toEqual([''])
  })
})
