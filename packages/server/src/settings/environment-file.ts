import { writeFile } from 'node:fs/promises'
import { makeNewFile, MACHINE_VARIABLES, type MachineVariable, type NewFile } from './variables.ts'

const WIDTH = 110

/** Cuts a text into comment lines. */
function comment(text: string): string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + word.length < WIDTH) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(`# ${word}`)
  }
  return lines
}

/** In single quotes, systemd, Docker Compose, shells and Node read the same text, so it may have no such quote. */
const assign = (name: string, value: string) => `${name}='${value}'`

function describeVariable(
  { name, purpose, example, isRequired, make }: MachineVariable,
  file: NewFile,
): string[] {
  const value = make?.(file)
  return [
    ...comment(`${isRequired ? 'Required. ' : ''}${purpose}`),
    value === undefined ? `# ${assign(name, example)}` : assign(name, value),
  ]
}

/** Returns a new environment file: every variable with its purpose, fresh keys, and examples of what a person sets. */
export function writeEnvironmentText(isCompose: boolean): string {
  const file = makeNewFile(isCompose)
  return [
    ...comment(
      'The environment of `pauta serve`. Every value is in single quotes, so that systemd, Docker Compose and shells read ' +
        'the same. Remove the # before a line to set it. This file has secrets: only its owner may read it.',
    ),
    ...MACHINE_VARIABLES.flatMap((variable) => ['', ...describeVariable(variable, file)]),
    '',
  ].join('\n')
}

/** Writes a new environment file that only its owner can read. Throws when the file exists: its keys would be lost. */
export async function createEnvironmentFile(path: string, isCompose: boolean): Promise<void> {
  await writeFile(path, writeEnvironmentText(isCompose), { flag: 'wx', mode: 0o600 })
}
