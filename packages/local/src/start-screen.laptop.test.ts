import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { showScreen, type ShownStack } from './start-screen.ts'

const stack: ShownStack = {
  graphqlUrl: 'http://localhost:8000/graphql',
  frontUrl: 'http://localhost:8000',
  indexUrl: 'http://127.0.0.1:8108',
  indexKey: 'key',
  databaseUrl: 'postgres://127.0.0.1/postgres',
  awsUrl: 'http://127.0.0.1:1',
  userIssuer: 'http://127.0.0.1:2',
  serviceIssuer: 'http://127.0.0.1:3',
  inbox: { url: 'http://localhost:8025' },
  datasetHub: { url: 'http://127.0.0.1:4' },
}
const now = new Date('2026-06-01T11:58:30Z')
const show = (dataDir: string, hasNews = true, isTerminal = false) =>
  showScreen(stack, {
    dataDir,
    articles: 0,
    hasNews,
    sitesUrl: undefined,
    sources: ['rules  words', 'learned  nothing'],
    now,
    isTerminal,
  })

/** The commands that search for a running stack. */
const listCommands = (screen: string) =>
  screen
    .match(/npm run (?:-s )?(?!job -- --list)\w[\w-]* -- [^\n)]*/g)
    ?.filter((text) => !text.includes('publishes'))

it('shows the commands without --data for the default folder', () => {
  expect(show(resolve('.pauta'))).not.toContain("--data '")
})

it('names another folder in every command that needs it', () => {
  const commands = listCommands(show("/tmp/o'neill"))
  expect(commands).toHaveLength(10)
  for (const command of commands ?? []) expect(command).toContain(`--data '/tmp/o'\\''neill'`)
})

it('schedules the digest a few minutes from now, also across the hour', () => {
  expect(show(resolve('.pauta'))).toContain('schedule: \\"2 * * * *\\"')
})

it('says which sources of themes and names are at work', () => {
  expect(show(resolve('.pauta'))).toMatch(/themes, names from .*\n +rules  words\n +learned  nothing\n/)
})

it('begins with the page to open, in bold letters on a terminal', () => {
  const line = 'Open http://localhost:8000/ in a browser: '
  expect(show(resolve('.pauta')).split('\n')[3]).toMatch(new RegExp(`^  ${line}`))
  expect(show(resolve('.pauta'), true, true).split('\n')[3]).toMatch(
    new RegExp(`^  \\x1b\\[1m${line}.*\\x1b\\[22m$`),
  )
})

it('shows no news commands when the stack has no news', () => {
  const screen = show(resolve('.pauta'), false)
  for (const words of ['scrape', 'digest', 'export-dataset  ']) expect(screen).not.toContain(words)
  expect(screen).toContain('npm run import-news -- FILE.jsonl')
})
