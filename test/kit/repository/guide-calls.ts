import { makeProgram } from '@pauta/cli/program'
import { jobs } from '@pauta/functions/jobs/jobs'

type Commands = Awaited<ReturnType<typeof makeProgram>>['commands']

/** A job takes its own parameters as options. */
const isJobParameter = (command: string, option: string) =>
  command === 'job' && jobs.some(({ parameters }) => option.slice(2) in parameters.shape)

function findUnknown(commands: Commands, words: readonly string[]): string[] {
  const path: Commands[number][] = []
  let open = commands
  for (const word of words) {
    const next = open.find((one) => one.name() === word)
    if (!next) break
    path.push(next)
    open = next.commands
  }
  const [first = '', ...rest] = words.slice(path.length)
  const isLost = open.length > 0 && /^[a-z]/.test(first)
  const known = new Set(path.flatMap(({ options }) => options).map(({ long }) => long))
  const options = [first, ...rest]
    .filter((word) => /^--[a-z]/.test(word))
    .map((word) => word.replace(/=.*/, ''))
  return [
    ...(isLost ? [first] : []),
    ...options.filter((option) => !known.has(option) && !isJobParameter(path[0]?.name() ?? '', option)),
  ]
}

/**
 * Returns the commands and options of calls in a guide that `pauta` does not have. A call is its words after `pauta`, such as
 * `job scrape --agency KEY`.
 */
export async function listUnknownWords(calls: readonly (readonly string[])[]): Promise<string[]> {
  const { commands } = await makeProgram(new Set(calls.flatMap(([name = '']) => name)))
  return calls.flatMap((words) =>
    findUnknown(commands, words).map((word) => `pauta ${words.join(' ')}: there is no ${word}`),
  )
}
