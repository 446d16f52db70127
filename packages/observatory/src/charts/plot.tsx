import type { PlotOptions } from '@observablehq/plot'
import type * as marks from './marks.ts'
import { useEffect, useRef, useState } from 'preact/hooks'
import { texts } from '../texts/texts.ts'

export type PlotModule = typeof marks

interface PlotProps {
  /** Reserved before the library has loaded, so that nothing moves. In CSS pixels. */
  height: number
  /** Whether Plot puts a legend above the picture, whose height is reserved too. */
  hasLegend?: boolean
  /** A picture of many columns keeps this width, in CSS pixels. A narrower page scrolls it. */
  minWidth?: number
  /** Describes the picture to a screen reader. */
  label: string
  /** Draws for a width in CSS pixels. Must be stable between renders (useCallback) while its data is. */
  draw: (plot: PlotModule, width: number) => PlotOptions
}

const LEGEND_PX = 53

const loadMarks = () => import('./marks.ts')

/** Loads the library beside the first answer of a page, which would otherwise wait for both in turn. */
export function usePlot(): void {
  useEffect(() => {
    // Each chart asks again, and tells a failure.
    void Promise.allSettled([loadMarks()])
  }, [])
}

let lastTurn: Promise<void> = Promise.resolve()

/** Charts draw one after the other, each in a task of its own, so that together they do not block the page. */
function takeTurn(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise((resolve) => setTimeout(resolve)))
  return lastTurn
}

const DEFAULTS = {
  style: { background: 'none', fontFamily: 'inherit', fontSize: '12px', overflow: 'visible' },
} satisfies PlotOptions

/**
 * Names a picture as one image. Its parts lose the names that Plot gives them: their elements must not have one, and a
 * picture with a legend has its own name on the inner element alone.
 */
function describePicture(picture: Element, label: string): void {
  for (const part of picture.querySelectorAll('[aria-label]')) part.removeAttribute('aria-label')
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', label)
}

/** Draws with Observable Plot, and again when the width changes. */
export function Plot({ height, hasLegend = false, minWidth = 0, label, draw }: PlotProps) {
  const holder = useRef<HTMLDivElement>(null)
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const element = holder.current
    if (!element) return undefined
    let isGone = false
    let drawnWidth = 0
    const render = async () => {
      const plot = await loadMarks()
      await takeTurn()
      const width = Math.max(element.clientWidth, minWidth)
      if (isGone || element.clientWidth === 0 || width === drawnWidth) return
      drawnWidth = width
      const picture = plot.plot({ ...DEFAULTS, height, width, ariaLabel: label, ...draw(plot, width) })
      describePicture(picture, label)
      element.replaceChildren(picture)
    }
    // Without a connection, the library does not load.
    const observer = new ResizeObserver(() => void render().catch(() => setBroken(true)))
    observer.observe(element)
    return () => {
      isGone = true
      observer.disconnect()
    }
  }, [draw, height, label, minWidth])
  if (isBroken) return <p role="status">{texts.chart.broken}</p>
  const minHeight = `${height + (hasLegend ? LEGEND_PX : 0)}px`
  // A box that scrolls must be within reach of the keyboard.
  const scrolls =
    minWidth > 0
      ? ({ class: 'plot plot-wide', tabIndex: 0, role: 'region', 'aria-label': label } as const)
      : { class: 'plot' }
  return <div ref={holder} style={{ minHeight }} {...scrolls} />
}
