/** A number, and what to compare it with. */
type KeyNumber = readonly [label: string, number: string, note?: string | undefined]

/** Numbers in a row at the top of a page. */
export function KeyNumbers({ numbers }: { numbers: readonly KeyNumber[] }) {
  return (
    <dl class="kpis">
      {numbers.map(([label, number, note]) => (
        <div key={label}>
          <dt>
            {label}
            {note !== undefined && <small>{note}</small>}
          </dt>
          <dd>{number}</dd>
        </div>
      ))}
    </dl>
  )
}
