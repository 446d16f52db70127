import { createContext } from 'preact'

/** The days that the charts of a page show, both included, and the address that always shows the same days. */
export interface ChartPeriod {
  from: string
  to: string
  /** Path and query of the page. */
  path: string
}

/** Undefined on pages whose charts have no common period: their address is that of the page. */
export const ChartPeriodContext = createContext<ChartPeriod | undefined>(undefined)
