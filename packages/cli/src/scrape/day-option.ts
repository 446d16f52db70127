import { isDay } from '@pauta/scraper/runs/run-window'
import { CommandError } from '../terminal/connect.ts'

/** Returns a parser of days, `YYYY-MM-DD`. The parser throws a CommandError that names the option. */
export const day = (option: string) => (text: string) => {
  if (isDay(text)) return text
  throw new CommandError(`${option} ${text}: a day as YYYY-MM-DD is expected.`)
}
