import type { FreshnessQuery } from '../../api/generated/operations.ts'
import { Chart, type Source } from '../../charts/chart.tsx'
import { formatCount, formatDuration } from '../../format.ts'
import { texts } from '../../texts/texts.ts'
import { placeOnScale } from './describe-freshness.ts'

type Delay = FreshnessQuery['pipelineDelays'][number]

const words = texts.freshness
const AXIS_SECONDS = [1, 60, 3600, 86_400]

function describeWaiting({ waiting, oldestWaitingSeconds }: Delay): string | undefined {
  if (waiting === null || waiting === undefined) return undefined
  if (waiting === 0) return words.nobodyWaits
  return words.waiting(formatCount(waiting), formatDuration(oldestWaitingSeconds ?? 0))
}

function DelayRow({ delay }: { delay: Delay }) {
  const { stage, medianSeconds, longSeconds } = delay
  const width = (seconds: number | null | undefined) => `${100 * placeOnScale(seconds ?? 0)}%`
  const isMeasured = typeof medianSeconds === 'number' && typeof longSeconds === 'number'
  const waiting = describeWaiting(delay)
  return (
    <li>
      <span class="delay-name">{words.stages[stage]}</span>
      <span class="delay-track" aria-hidden="true">
        <span class="delay-long" style={{ width: width(longSeconds) }} />
        <span class="delay-median" style={{ width: width(medianSeconds) }} />
      </span>
      <span class="rhythm-note">
        {isMeasured ? words.delay(formatDuration(medianSeconds), formatDuration(longSeconds)) : words.noDelay}
        {waiting && <small>{waiting}</small>}
      </span>
    </li>
  )
}

/** How long each stage of the pipeline takes, and what waits for it. */
export function Delays({ delays, source }: { delays: readonly Delay[]; source: Source }) {
  // A stage without articles and without anybody waiting is not in use, such as the language model.
  const used = delays.filter(
    ({ stage, articles, waiting }) => stage !== 'CLASSIFY' || articles > 0 || waiting,
  )
  return (
    <Chart
      title={words.delays}
      help={words.delaysHelp}
      fileName="tempo-ate-a-busca"
      source={source}
      table={{
        columns: words.delayColumns,
        rows: used.map((delay) => [
          words.stages[delay.stage],
          delay.articles,
          delay.medianSeconds,
          delay.longSeconds,
          delay.waiting,
          delay.oldestWaitingSeconds,
        ]),
      }}
    >
      <div class="rhythm-axis" aria-hidden="true">
        {AXIS_SECONDS.map((seconds, at) => (
          <span key={seconds} style={{ left: `${100 * placeOnScale(seconds)}%` }}>
            {words.delayAxis[at]}
          </span>
        ))}
      </div>
      <ol class="rhythm delays unmarked">
        {used.map((delay) => (
          <DelayRow key={delay.stage} delay={delay} />
        ))}
      </ol>
    </Chart>
  )
}
