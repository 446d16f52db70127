import { isProgressLine } from '../terminal/progress.ts'

/** Prints the log of a task as if this command had written the lines itself. */
export interface LinePrinter {
  show: (lines: readonly string[]) => void
  /** Ends the line of the progress bar. Call this function before other output. */
  leaveBar: () => void
}

/**
 * On a terminal, a progress bar stays in its line and moves. Elsewhere, `show` prints only the last state of the bar
 * among the lines of one call.
 */
export function makeLinePrinter(output: { isTTY?: boolean; write(text: string): unknown }): LinePrinter {
  let onBar = false
  const leaveBar = () => {
    if (onBar) output.write('\n')
    onBar = false
  }
  const showBar = (line: string) => {
    const isTerminal = output.isTTY === true
    output.write(`${onBar ? '\r\u001B[K' : ''}${line}${isTerminal ? '' : '\n'}`)
    onBar = isTerminal
  }
  return {
    leaveBar,
    show(lines) {
      const last = lines.findLastIndex(isProgressLine)
      for (const [position, line] of lines.entries()) {
        if (position === last) showBar(line)
        else if (!isProgressLine(line)) {
          leaveBar()
          output.write(`${line}\n`)
        }
      }
    },
  }
}
