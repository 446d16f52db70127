import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { formatPrecise } from '../format.ts'
import { useCopy } from '../frame/use-copy.ts'
import { texts } from '../texts.ts'
import { toCsv, type Cell, type Table } from './csv.ts'
import { nameOperation, writeRunnableQuery, type RunnableSource } from './runnable-query.ts'

/** The query behind a chart, for a reader who wants the numbers from the API. */
export type Source = RunnableSource

interface ChartProps {
  /** What the chart shows. */
  title: string
  /** How the number is made. */
  help?: string
  table: Table
  /** Name of the CSV file, without its ending. */
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

function download(table: Table, fileName: string): void {
  const address = URL.createObjectURL(new Blob([toCsv(table)], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `${fileName}.csv`
  link.click()
  URL.revokeObjectURL(address)
}

function CopyQuery({ source }: { source: Source }) {
  const { copied, copy } = useCopy()
  const text = writeRunnableQuery(source)
  return (
    <button type="button" onClick={() => copy(text)} aria-live="polite">
      {copied === text ? texts.chart.copied : texts.chart.query}
    </button>
  )
}

/** A figure with its title, its numbers as a table and as CSV, the query behind it and what is partial about it. */
export function Chart({ title, help, table, fileName, source, partial, children }: ChartProps) {
  const [showsTable, setShowsTable] = useState(false)
  return (
    <figure class="chart">
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
        <p class="source">{texts.chart.source(nameOperation(source))}</p>
        <p class="chart-tools">
          <button type="button" aria-pressed={showsTable} onClick={() => setShowsTable(!showsTable)}>
            {showsTable ? texts.chart.picture : texts.chart.table}
          </button>
          <button type="button" onClick={() => download(table, fileName)}>
            {texts.chart.csv}
          </button>
          <CopyQuery source={source} />
        </p>
      </div>
    </figure>
  )
}
