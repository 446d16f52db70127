import { isProgressLine } from '../terminal/progress.ts'

/** Shows the lines of a task as a command's own would look. */
export interface LinePrinter {
  show: (lines: readonly string[]) => void
  /** Leaves the line that a bar stands on; whoever writes something else calls it before. */
  leaveBar: () => void
}

/** On a terminal a bar stays in its line and moves; elsewhere, of the states that come at once the last is shown. */
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
