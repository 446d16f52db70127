import type { Figure, PairTimes } from './measure.ts'

const TARGET_RATIO = 1.25
const TARGET_MS = 0.5

const show = ({ wallMs, cpuMs }: PairTimes['ours']) =>
  `${wallMs.toFixed(2)} ms, ${cpuMs.toFixed(2)} of processor`

/**
 * Returns the row of an operation through the handler beside what it needs of the index. The processor times have the index
 * server of the laptop, which runs in the same process: on a busy machine they say more than elapsed times.
 */
export function describeOverhead({
  name,
  otherName,
  times: { ours, other },
}: {
  name: string
  otherName: string
  times: PairTimes
}): Figure {
  const limit = TARGET_RATIO * other.wallMs + TARGET_MS
  return {
    figure: `${name} through the handler, p50`,
    value: show(ours),
    comparedWith: `${otherName} ${show(other)}`,
    ratio: (ours.wallMs / other.wallMs).toFixed(2),
    target: `≤ ${TARGET_RATIO} × + ${TARGET_MS} ms (${limit.toFixed(2)} ms)`,
    met: ours.wallMs <= limit,
  }
}
