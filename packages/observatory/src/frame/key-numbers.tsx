/** Numbers as `[label, number]`, in a row at the top of a page. */
export function KeyNumbers({ numbers }: { numbers: readonly (readonly [label: string, number: string])[] }) {
  return (
    <dl class="kpis">
      {numbers.map(([label, number]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{number}</dd>
        </div>
      ))}
    </dl>
  )
}
