/** The one function of react-dom that this package uses; the package itself brings no types. */
declare module 'react-dom/server' {
  import type { ReactNode } from 'react'
  export function renderToStaticMarkup(node: ReactNode): string
}
