import { createContext } from 'preact'
import type { Days } from './periods.ts'

/** The days that the charts of a page show, and the address that always shows the same days. */
export interface ChartPeriod extends Days {
  /** Path and query of the page. */
  path: string
}

/** Undefined on pages whose charts have no common period: their address is that of the page. */
export const ChartPeriodContext = createContext<ChartPeriod | undefined>(undefined)
