import { abbreviate, shorten } from './axis-labels.ts'
import type { Table } from './csv.ts'

/** A picture of its own, with its title above and its source below. Sizes in CSS pixels. */
interface PictureParts {
  title: string
  sourceLine: string
  address: string
}

const SVG = 'http://www.w3.org/2000/svg'
const PADDING = 16
const TITLE_PX = 40
const LEGEND_PX = 24
const FOOT_PX = 48
/** A file is as wide as a page of text even when the chart was drawn on a phone. */
const WIDTH_MIN = 640
const ROW_PX = 26
/** Rows of a table that a picture has place for. */
const ROWS_MAX = 30
const LABEL_PX = 260
const SCALE = 2
const CHARACTER_PX = 6.4
/** Letters that a label of 13 px and a line of 11 px have place for, as fonts differ. */
const LABEL_CHARACTERS = Math.floor(LABEL_PX / 7.6)
const SMALL_CHARACTER_PX = 6.6
const SMALL_LINE_PX = 16
const FONT = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"

const colourOf = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim()

/** Colours of the page's theme take the place of its variables, which a file does not have. */
const resolveVariables = (markup: string) =>
  markup
    .replace(/var\((--[\w-]+)\)/g, (_, name: string) => colourOf(name))
    .replaceAll('currentColor', colourOf('--ink'))

function make(name: string, attributes: Record<string, string | number>, text?: string): SVGElement {
  const element = document.createElementNS(SVG, name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value))
  if (text !== undefined) element.textContent = text
  return element
}

/** The bars of a chart that is not drawn as one picture: the first number of each row, beside the text before it. */
function drawTable({ columns, rows, marks = [] }: Table, width: number): SVGElement {
  const number = columns.findIndex((_, at) => typeof rows[0]?.[at] === 'number')
  const shown = rows.slice(0, ROWS_MAX)
  const valueOf = (row: Table['rows'][number]) => Number(row[number] ?? 0)
  const most = Math.max(0, ...shown.map(valueOf)) || 1
  const body = make('svg', { width, height: shown.length * ROW_PX })
  for (const [at, row] of shown.entries()) {
    const y = at * ROW_PX
    const { label = String(row[Math.max(0, number - 1)] ?? ''), colour = '--accent' } = marks[at] ?? {}
    const bar = ((width - LABEL_PX - 70) * valueOf(row)) / most
    body.append(
      make(
        'text',
        { x: LABEL_PX - 8, y: y + 17, 'text-anchor': 'end', 'font-size': 13 },
        shorten(abbreviate(label), LABEL_CHARACTERS),
      ),
      make('rect', {
        x: LABEL_PX,
        y: y + 5,
        width: Math.max(0, bar),
        height: 16,
        fill: colourOf(colour),
      }),
      make(
        'text',
        { x: LABEL_PX + bar + 6, y: y + 17, 'font-size': 13 },
        valueOf(row).toLocaleString('pt-BR'),
      ),
    )
  }
  return body
}

/** The legend that stands above a picture as part of the page. */
function drawLegend(figure: Element): SVGElement {
  const legend = make('g', {})
  let x = 0
  for (const swatch of figure.querySelectorAll('[class*="-swatch"]:not([class*="-swatches"])')) {
    const text = swatch.textContent.trim()
    const drawn = swatch.querySelector('svg')
    const colour = {
      fill: drawn?.getAttribute('fill') ?? '',
      'fill-opacity': drawn?.getAttribute('fill-opacity') ?? 1,
    }
    legend.append(make('rect', { x, y: 0, width: 12, height: 12, ...colour }))
    legend.append(make('text', { x: x + 17, y: 11, 'font-size': 12 }, text))
    x += 17 + text.length * CHARACTER_PX + 18
  }
  return legend
}

/** Returns a text as lines of at most so many letters, between words; a longer word is cut. */
function wrap(text: string, characters: number): string[] {
  const lines = ['']
  for (const word of text.match(new RegExp(`\\S{1,${characters}}`, 'g')) ?? []) {
    const line = `${lines.at(-1) ?? ''} ${word}`.trim()
    if (line.length > characters) lines.push(word)
    else lines[lines.length - 1] = line
  }
  return lines
}

/** Returns a chart as an SVG file: its title, its picture with its legend, and two lines with source and address. */
export function writeSvg(
  figure: Element,
  table: Table,
  { title, sourceLine, address }: PictureParts,
): string {
  const drawn = [...figure.querySelectorAll<SVGSVGElement>('.plot svg')].find(
    (svg) => svg.clientWidth > 100 && svg.clientHeight > 60,
  )
  const inner = Math.max(WIDTH_MIN, drawn?.clientWidth ?? 0)
  const body = drawn ? (drawn.cloneNode(true) as SVGElement) : drawTable(table, inner)
  const bodyHeight = drawn?.clientHeight ?? Number(body.getAttribute('height'))
  const width = inner + 2 * PADDING
  const notes = [sourceLine, address].flatMap((text) => wrap(text, Math.floor(inner / SMALL_CHARACTER_PX)))
  const height = TITLE_PX + LEGEND_PX + bodyHeight + FOOT_PX + PADDING + (notes.length - 2) * SMALL_LINE_PX
  const picture = make('svg', {
    xmlns: SVG,
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    'font-family': FONT,
    'font-size': 12,
    fill: colourOf('--ink'),
    color: colourOf('--ink'),
  })
  body.setAttribute('x', String(PADDING))
  body.setAttribute('y', String(TITLE_PX + LEGEND_PX))
  const legend = drawLegend(figure)
  legend.setAttribute('transform', `translate(${PADDING} ${TITLE_PX})`)
  const small = { x: PADDING, 'font-size': 11, fill: colourOf('--muted') }
  const foot = TITLE_PX + LEGEND_PX + bodyHeight
  picture.append(
    make('title', {}, title),
    make('rect', { width, height, fill: colourOf('--surface') }),
    make('text', { x: PADDING, y: 27, 'font-size': 18, 'font-weight': 600 }, title),
    legend,
    body,
    ...notes.map((line, at) => make('text', { ...small, y: foot + 24 + at * SMALL_LINE_PX }, line)),
  )
  return resolveVariables(new XMLSerializer().serializeToString(picture))
}

/** Returns an SVG file as PNG, twice as large for print. Rejects when the browser cannot draw it. */
export async function drawPng(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth * SCALE
  canvas.height = image.naturalHeight * SCALE
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png')
  })
}
