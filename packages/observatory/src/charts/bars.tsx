import { formatCount } from '../format.ts'
import { texts } from '../texts/texts.ts'

export interface Bar {
  key: string
  label: string
  count: number
  href: string | undefined
}

/** Horizontal bars as a list of links: a picture that the keyboard and a screen reader can use as they are. */
export function Bars({ bars }: { bars: readonly Bar[] }) {
  if (bars.length === 0) return <p>{texts.nothing}</p>
  const max = Math.max(1, ...bars.map(({ count }) => count))
  return (
    <ol class="bars unmarked">
      {bars.map(({ key, label, count, href }) => (
        <li key={key}>
          <span class="bar-label" title={label}>
            {href ? <a href={href}>{label}</a> : label}
          </span>
          <span class="bar-track" aria-hidden="true">
            <span class="bar" style={{ width: `${(100 * count) / max}%` }} />
          </span>
          <span class="bar-count">{formatCount(count)}</span>
        </li>
      ))}
    </ol>
  )
}
