import type { DiffPartFragment } from '../../api/generated/operations.ts'
import { texts } from '../../texts/texts.ts'

type Part = DiffPartFragment

const words = texts.history

/** A part of a difference. Lines under and through the words tell the kinds apart without colours; screen readers get words. */
function DiffPart({ part: { kind, text } }: { part: Part }) {
  if (kind === 'KEPT') return <span>{text}</span>
  const [Tag, before] = kind === 'ADDED' ? (['ins', words.entered] as const) : (['del', words.left] as const)
  return (
    <Tag>
      <span class="unseen">{before}</span>
      {text}
      <span class="unseen">{words.end}</span>
    </Tag>
  )
}

function DiffText({ parts }: { parts: readonly Part[] }) {
  if (parts.length === 0) return <p class="help">{words.empty}</p>
  return (
    <div class="diff">
      {parts.map((part, position) => (
        <DiffPart key={position} part={part} />
      ))}
    </div>
  )
}

interface DiffSectionProps {
  title: string
  parts: readonly Part[]
  /** Numbers of the versions. */
  from: number
  to: number
  isBeside: boolean
}

/** One field of both versions: as one text, or the old beside the new. */
export function DiffSection({ title, parts, from, to, isBeside }: DiffSectionProps) {
  if (parts.every(({ kind }) => kind === 'KEPT'))
    return (
      <section>
        <h2>{title}</h2>
        <p class="help">{words.equal}</p>
      </section>
    )
  return (
    <section>
      <h2>{title}</h2>
      {isBeside ? (
        <div class="diff-sides">
          <section>
            <h3>{words.before(String(from))}</h3>
            <DiffText parts={parts.filter(({ kind }) => kind !== 'ADDED')} />
          </section>
          <section>
            <h3>{words.after(String(to))}</h3>
            <DiffText parts={parts.filter(({ kind }) => kind !== 'REMOVED')} />
          </section>
        </div>
      ) : (
        <DiffText parts={parts} />
      )}
    </section>
  )
}
