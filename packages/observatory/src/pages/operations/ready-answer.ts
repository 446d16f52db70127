import { commands } from './commands.ts'
import { formatCount, formatDuration } from '../../format.ts'
import { texts } from '../../texts/texts.ts'

const words = texts.operations.stores
/** As `/ready` judges it. */
const LATE_SECONDS = 15 * 60

/** The answer of `/ready`, as far as the page shows it. */
export interface ReadyAnswer {
  dependencies: Readonly<Record<string, string>>
  writes: { postgresql: string }
  /** Null when the documents could not be counted. */
  index: { status: string; documents: number; expected: number } | null
  /** Null when the steps could not be read. */
  pipeline: Readonly<Record<string, { oldestOpenSeconds: number }>> | null
}

/** Something that `/ready` finds wrong, and what to run. */
export interface StoreTrouble {
  /** Readers are not served. Otherwise they miss something. */
  isDown: boolean
  text: string
  command: string
}

/** Returns whether a value has the parts of an answer of `/ready` that the page needs. */
export const isReadyAnswer = (value: unknown): value is ReadyAnswer =>
  typeof value === 'object' && value !== null && 'dependencies' in value && 'writes' in value

/** Lists what an answer of `/ready` finds wrong, first what is down. `address` is where it was asked; undefined: no answer. */
export function listStoreTroubles(answer: ReadyAnswer | undefined, address: string): StoreTrouble[] {
  const look = commands.ready(address)
  if (answer === undefined) return [{ isDown: true, text: words.silent, command: look }]
  const down = Object.entries(answer.dependencies)
    .filter(([, state]) => state !== 'ok')
    .map(([name]) => ({ isDown: true, text: words.down[name] ?? words.otherDown(name), command: look }))
  const isDatabaseDown = answer.dependencies['postgresql'] !== 'ok'
  const unwritable =
    answer.writes.postgresql !== 'ok' && !isDatabaseDown
      ? [{ isDown: true, text: words.unwritable, command: look }]
      : []
  const { index, pipeline } = answer
  const missing =
    index !== null && index.status !== 'ok'
      ? [
          {
            isDown: false,
            text: words.missing(formatCount(index.documents), formatCount(index.expected)),
            command: commands.fillIndex,
          },
        ]
      : []
  const late = Object.entries(pipeline ?? {})
    .filter(([, { oldestOpenSeconds }]) => oldestOpenSeconds > LATE_SECONDS)
    .map(([step, { oldestOpenSeconds }]) => ({
      isDown: false,
      text: words.late(step, formatDuration(oldestOpenSeconds)),
      command: commands.showStep(step),
    }))
  return [...down, ...unwritable, ...missing, ...late]
}
