import type { Fault } from './find-faults.ts'

/** Returns the text with the fault in it. */
export const putFault = (text: string, { start, end, after }: Fault): string =>
  text.slice(0, start) + after + text.slice(end)
