let last = 0

/** Returns a number that no other row of the file has. */
export const nextSerial = (): number => ++last

/** Starts again at 1, so that the rows of a file do not depend on the files that ran before it in the same thread. */
export function restartSerials(): void {
  last = 0
}
