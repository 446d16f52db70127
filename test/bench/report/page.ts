// The page of the measurements: every figure of the latest run beside its target, with its history over the commits.
import * as plot from '../../../packages/observatory/src/charts/marks.ts'
import { describeRegression, findRegressions } from './regressions.ts'
import { keyEntries, ratioOf, readTarget, type Entry, type RunRecord } from './run-record.ts'

interface Point {
  at: Date
  commit: string
  ratio: number
  met: boolean
  text: string
}

const HEIGHT = 120
const WIDTH = 320

const runs = (globalThis as unknown as { runs: RunRecord[] }).runs
const latest = runs.at(-1)

function element(name: string, text: string, className?: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  if (className !== undefined) made.className = className
  return made
}

const keyedRuns = runs.map((run) => ({ run, keyed: keyEntries(run.entries) }))

function historyOf(key: string): Point[] {
  return keyedRuns.flatMap(({ run, keyed }) => {
    const entry = keyed.get(key)
    const ratio = entry && ratioOf(entry)
    if (!entry || ratio === undefined) return []
    const text = `${run.commit} · ${run.at.slice(0, 10)}\nratio ${entry.ratio}\n${entry.value}`
    return [{ at: new Date(run.at), commit: run.commit, ratio, met: entry.met, text }]
  })
}

/** Ratio over time, one dot for each run, with the ratio of the target as a line. */
function drawHistory(points: Point[], entry: Entry): Element {
  const target = readTarget(entry.target)?.ratio
  const highest = Math.max(...points.map(({ ratio }) => ratio), target ?? 0)
  return plot.plot({
    width: WIDTH,
    height: HEIGHT,
    marginLeft: 36,
    marginRight: 8,
    marginBottom: 24,
    style: { background: 'none', fontFamily: 'inherit', fontSize: '11px', overflow: 'visible' },
    ariaLabel: `History of ${entry.figure}`,
    // A run is one step, however much time is between runs.
    x: { type: 'point', label: null, axis: null },
    y: { label: null, grid: true, zero: true, nice: true, ticks: 4, domain: [0, highest * 1.05 || 1] },
    marks: [
      plot.ruleY([0], { stroke: 'var(--line)' }),
      ...(target === undefined
        ? []
        : [plot.ruleY([target], { stroke: 'var(--mark)', strokeWidth: 1.5, strokeDasharray: '4 3' })]),
      plot.lineY(points, { x: 'at', y: 'ratio', stroke: 'var(--accent)', strokeWidth: 1.5 }),
      plot.dot(points, {
        x: 'at',
        y: 'ratio',
        r: 3,
        fill: ({ met }: Point) => (met ? 'var(--positive)' : 'var(--danger)'),
      }),
      plot.tip(
        points,
        plot.pointerX({
          x: 'at',
          y: 'ratio',
          title: 'text',
          fill: 'var(--surface)',
          stroke: 'var(--line)',
        }),
      ),
    ],
  })
}

function drawCard(key: string, entry: Entry): HTMLElement {
  const card = element('article', '', 'card')
  const value = element('p', `${entry.value} `, 'value')
  value.append(element('span', entry.met ? 'met' : 'not met', `verdict ${entry.met ? 'good' : 'bad'}`))
  card.append(
    element('h3', entry.figure),
    value,
    element('p', `ratio ${entry.ratio} · target ${entry.target}`),
    element('p', `beside: ${entry.comparedWith}`),
  )
  if (!entry.met && entry.whyNot !== undefined) card.append(element('p', entry.whyNot))
  const points = historyOf(key)
  if (points.length > 0) {
    const picture = element('div', '', 'plot')
    const drawn = drawHistory(points, entry)
    drawn.setAttribute('role', 'img')
    picture.append(drawn)
    card.append(picture)
  }
  return card
}

function drawAlarms(run: RunRecord): HTMLElement[] {
  const regressions = findRegressions(runs.slice(0, -1), run)
  if (regressions.length === 0) return []
  const alarms = element('section', '', 'alarms')
  alarms.append(element('h2', 'Worse by more than 20 %'))
  for (const one of regressions) alarms.append(element('p', describeRegression(one)))
  return [alarms]
}

function draw(run: RunRecord): HTMLElement[] {
  const unmet = run.entries.filter(({ met }) => !met).length
  const when = `${run.at.slice(0, 16).replace('T', ' ')} UTC`
  const keyed = [...keyEntries(run.entries)]
  const names = [...new Set(run.entries.map(({ benchmark }) => benchmark))]
  return [
    element('h1', 'Measurements'),
    element(
      'p',
      `${run.entries.length - unmet} of ${run.entries.length} targets met · commit ${run.commit} · ${when} · ` +
        `${run.machine} · load ${run.load.toFixed(1)} · ${runs.length} runs`,
      'muted',
    ),
    element(
      'p',
      'Each plot: the ratio of one figure over the runs. Dashed: the target, when it is a ratio.',
      'muted',
    ),
    ...drawAlarms(run),
    ...names.flatMap((name) => {
      const cards = element('div', '', 'cards')
      for (const [key, entry] of keyed) if (entry.benchmark === name) cards.append(drawCard(key, entry))
      return [element('h2', name), cards]
    }),
  ]
}

const report = document.querySelector('#report')
if (report && latest) report.replaceChildren(...draw(latest))
