/** A measure in the text format of Prometheus. */
export interface Measure {
  name: string
  /** `counter` only grows, `gauge` is a value of now. */
  type: 'counter' | 'gauge'
  help: string
  values: readonly { labels?: Readonly<Record<string, string>>; value: number }[]
}

const escapeLabel = (text: string) => text.replaceAll(/[\\"\n]/g, (c) => (c === '\n' ? '\\n' : `\\${c}`))

function writeLabels(labels: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

/** Writes measures in the text format, version 0.0.4. */
export function writeMeasures(measures: readonly Measure[]): string {
  return measures
    .flatMap(({ name, type, help, values }) => [
      `# HELP ${name} ${help}`,
      `# TYPE ${name} ${type}`,
      ...values.map(({ labels, value }) => `${name}${writeLabels(labels)} ${value}`),
    ])
    .map((line) => `${line}\n`)
    .join('')
}
