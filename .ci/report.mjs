// Adds up the reports of the test runs, and names what failed.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** Lines of an error's message that the summary shows. */
const MESSAGE_LINES = 6

/** Returns the state of every test of each run, by run, file and full name. */
function readResults(folder) {
  const results = new Map()
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    const run = file.split('.')[0]
    for (const { name, status, message, assertionResults } of JSON.parse(
      readFileSync(join(folder, file), 'utf8'),
    ).testResults) {
      const path = relative(process.cwd(), name)
      const titles = new Map()
      const add = (title, state, messages) => {
        // Titles repeat within a file; the tests of a file keep their order.
        const times = (titles.get(title) ?? 0) + 1
        titles.set(title, times)
        const key = `${run}: ${path} > ${title}${times > 1 ? ` (${times})` : ''}`
        results.set(key, { state, messages })
      }
      for (const test of assertionResults) {
        add([...test.ancestorTitles, test.title].join(' > '), test.status, test.failureMessages)
      }
      // A hook or an import that fails leaves tests that never ran.
      const ownFailure = status === 'failed' && assertionResults.every((test) => test.status !== 'failed')
      add('(the file itself)', ownFailure ? 'failed' : 'file passed', [message])
    }
  }
  return results
}

/** Returns the files with failures of one report. */
function failedFiles(report) {
  return JSON.parse(readFileSync(report, 'utf8'))
    .testResults.filter(({ status }) => status === 'failed')
    .map(({ name }) => relative(process.cwd(), name))
}

function summarise(folder, failedSteps) {
  const results = [...readResults(folder)]
  const failed = results.filter(([, { state }]) => state === 'failed')
  for (const [name, { messages }] of failed) {
    const lines = (messages[0] ?? '').split('\n').slice(0, MESSAGE_LINES)
    console.log([`failed: ${name}`, ...lines].join('\n    '))
  }
  const passed = results.filter(([, { state }]) => state === 'passed').length
  const failures = failed.length + failedSteps
  console.log(`${passed} passed, ${failures} failed`)
  return failures === 0 && passed > 0
}

const [command, ...parameters] = process.argv.slice(2)
if (command === 'failed-files') for (const file of failedFiles(parameters[0])) console.log(file)
if (command === 'summarise') process.exit(summarise(parameters[0], Number(parameters[1])) ? 0 : 1)
