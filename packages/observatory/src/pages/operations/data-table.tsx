import type { ComponentChildren } from 'preact'
import { texts } from '../../texts/texts.ts'

interface DataTableProps {
  caption: string
  columns: readonly string[]
  /** Cells of each row; numbers stand at the right. */
  rows: readonly { key: string; cells: readonly ComponentChildren[] }[]
}

/** A table that scrolls in itself on a narrow window, or a sentence when there is nothing to show. */
export function DataTable({ caption, columns, rows }: DataTableProps) {
  if (rows.length === 0)
    return (
      <p>
        <strong>{caption}:</strong> {texts.operations.none}
      </p>
    )
  return (
    <div class="numbers" tabIndex={0} role="region" aria-label={caption}>
      <table>
        <caption class="unseen">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column, position) => (
              <th
                key={column}
                scope="col"
                class={typeof rows[0]?.cells[position] === 'number' ? 'number' : undefined}
              >
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, column) => (
                <td key={column} class={typeof cell === 'number' ? 'number' : undefined}>
                  {typeof cell === 'number' ? cell.toLocaleString('pt-BR') : cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
