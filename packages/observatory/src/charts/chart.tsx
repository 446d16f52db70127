import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { formatDay, formatPrecise } from '../format.ts'
import { texts } from '../texts/texts.ts'
import { ChartTools, useCitation } from './chart-tools.tsx'
import type { Cell, Table } from './csv.ts'
import { nameOperation, type RunnableSource } from './runnable-query.ts'

/** The query behind a chart, for a reader who wants the numbers from the API. */
export type Source = RunnableSource

interface ChartProps {
  /** What the chart shows. */
  title: string
  /** How the number is made. */
  help?: string | undefined
  table: Table
  /** Name of the chart in its address and its files, without their endings. One chart of a page has it. */
  fileName: string
  source: Source
  /** Why the number is partial, when it is. */
  partial?: string | undefined
  children: ComponentChildren
}

const show = (cell: Cell) => (typeof cell === 'number' ? formatPrecise(cell) : (cell ?? '–'))

function NumbersTable({ table, title }: { table: Table; title: string }) {
  return (
    <div class="numbers" tabIndex={0} role="region" aria-label={title}>
      <table>
        <thead>
          <tr>
            {table.columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, position) => (
            <tr key={position}>
              {row.map((cell, column) => (
                <td key={column} class={typeof cell === 'number' ? 'number' : undefined}>
                  {show(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A figure with its title, its numbers as a table, its files, how to cite it, the query behind it and what is partial about it. */
export function Chart({ title, help, table, fileName, source, partial, children }: ChartProps) {
  const [showsTable, setShowsTable] = useState(false)
  const citation = useCitation(title, fileName)
  return (
    <figure class="chart" id={fileName}>
      <figcaption>
        <h2>{title}</h2>
        {help && <p class="help">{help}</p>}
      </figcaption>
      <div class="chart-body">{showsTable ? <NumbersTable table={table} title={title} /> : children}</div>
      <div class="chart-foot">
        {partial && (
          <p class="partial">
            <strong>{texts.chart.partial}</strong> {partial}
          </p>
        )}
        <p class="source">
          {texts.chart.source(citation.publisher, nameOperation(source))}
          {citation.period &&
            ` ${texts.chart.period(formatDay(citation.period.from), formatDay(citation.period.to))}`}
        </p>
        <p class="chart-tools">
          <button type="button" aria-pressed={showsTable} onClick={() => setShowsTable(!showsTable)}>
            {showsTable ? texts.chart.picture : texts.chart.table}
          </button>
          <ChartTools
            table={table}
            source={source}
            citation={citation}
            findFigure={() => document.getElementById(fileName)}
          />
        </p>
      </div>
    </figure>
  )
}
