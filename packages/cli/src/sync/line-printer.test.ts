import { expect, it } from 'vitest'
import { makeLinePrinter } from './line-printer.ts'

const bar = (done: number) => `documents ===----- ${done}% · ${done}/100 · 10/s · 9s left`

function printer(isTTY: boolean) {
  const written: string[] = []
  return { written, ...makeLinePrinter({ isTTY, write: (text) => written.push(text) }) }
}

it('moves the progress bar within its line on a terminal, and ends that line before other lines', () => {
  const { show, leaveBar, written } = printer(true)
  show([bar(0), bar(1)])
  show([bar(2)])
  show(['refused', bar(3)])
  leaveBar()
  leaveBar()
  expect(written.join('')).toBe(`${bar(1)}\r\u001B[K${bar(2)}\nrefused\n${bar(3)}\n`)
})

it('prints only the last state of the progress bar per call when the output is no terminal', () => {
  const { show, leaveBar, written } = printer(false)
  show([bar(0), 'refused', bar(1), bar(2)])
  show(['done'])
  leaveBar()
  expect(written.join('')).toBe(`refused\n${bar(2)}\ndone\n`)
})
