import { useContext, useState } from 'preact/hooks'
import { toDay } from '../format.ts'
import { publisher } from '../frame/publisher.ts'
import { useCopy } from '../frame/use-copy.ts'
import { texts } from '../texts/texts.ts'
import { ChartPeriodContext } from './chart-period.ts'
import { writeBibtex, writeCitation, writeSourceLine, type Citation } from './cite.ts'
import { toCsv, type Table } from './csv.ts'
import { download } from './download.ts'
import { drawPng, writeSvg } from './picture.ts'
import { writeRunnableQuery, type RunnableSource } from './runnable-query.ts'

const words = texts.chart

/** Returns how a chart is cited: with the address that shows its days, where the page has one. */
export function useCitation(title: string, fileName: string): Citation {
  const period = useContext(ChartPeriodContext)
  const path = period?.path ?? `${location.pathname}${location.search}`
  return {
    publisher: publisher.name,
    title,
    fileName,
    period: period && { from: period.from, to: period.to },
    address: `${location.origin}${path}#${fileName}`,
    today: toDay(new Date()),
  }
}

function CopyButton({ text, label }: { text: string; label: string }) {
  const { copied, copy } = useCopy()
  return (
    <button type="button" onClick={() => copy(text)} aria-live="polite">
      {copied === text ? words.copied : label}
    </button>
  )
}

interface ChartToolsProps {
  table: Table
  source: RunnableSource
  citation: Citation
  /** Returns the figure of the chart. */
  findFigure: () => Element | null
}

/** The chart as table, files and texts to cite it. */
export function ChartTools({ table, source, citation, findFigure }: ChartToolsProps) {
  const [isBroken, setBroken] = useState(false)
  const { title, fileName, address } = citation
  const sourceLine = writeSourceLine(citation)
  const draw = () => {
    const figure = findFigure()
    return figure ? writeSvg(figure, table, { title, sourceLine, address }) : ''
  }
  const saveCsv = () =>
    download(
      new Blob(
        [
          toCsv(table, [
            sourceLine,
            address,
            `${publisher.licences} ${words.counted(publisher.name)}`.trim(),
          ]),
        ],
        { type: 'text/csv;charset=utf-8' },
      ),
      `${fileName}.csv`,
    )
  const saveSvg = () => download(new Blob([draw()], { type: 'image/svg+xml' }), `${fileName}.svg`)
  const savePng = () => {
    setBroken(false)
    drawPng(draw()).then(
      (picture) => download(picture, `${fileName}.png`),
      () => setBroken(true),
    )
  }
  return (
    <>
      <button type="button" onClick={saveCsv}>
        {words.csv}
      </button>
      <button type="button" onClick={saveSvg}>
        {words.svg}
      </button>
      <button type="button" onClick={savePng}>
        {words.png}
      </button>
      <CopyButton text={writeCitation(citation)} label={words.cite} />
      <CopyButton text={writeBibtex(citation)} label={words.bibtex} />
      <CopyButton text={address} label={words.address} />
      <CopyButton text={writeRunnableQuery(source)} label={words.query} />
      {isBroken && <span role="alert">{words.noPicture}</span>}
    </>
  )
}
