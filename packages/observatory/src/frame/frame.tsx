import type { ComponentChildren } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import { useLocation } from 'preact-iso'
import { API_URL } from '../api/client.ts'
import { readSession } from '../api/session.ts'
import { useOperatorToken } from '../api/use-operator-token.ts'
import { paths } from '../paths.ts'
import { texts } from '../texts/texts.ts'
import { keepFocus } from './keep-focus.ts'
import { publisher } from './publisher.ts'

const NAVIGATION = (Object.keys(texts.nav) as (keyof typeof texts.nav)[]).map((page) => ({
  page,
  href: paths[page],
  label: texts.nav[page],
}))

/** Pages of the API about the body that publishes. */
const PUBLISHER_LINKS = Object.entries(texts.footer.publisher)

function useOnline(): boolean {
  const [isOnline, setOnline] = useState(navigator.onLine)
  useEffect(() => {
    const update = () => setOnline(navigator.onLine)
    addEventListener('online', update)
    addEventListener('offline', update)
    return () => {
      removeEventListener('online', update)
      removeEventListener('offline', update)
    }
  }, [])
  return isOnline
}

/**
 * Scrolls the link of the current page into the middle of the line of pages, which on a phone is longer than the window.
 * `scrollIntoView` would also have the first press of Tab begin there, behind the skip links.
 */
function centreCurrent(nav: HTMLElement): void {
  const link = nav.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!link) return
  const line = nav.getBoundingClientRect()
  nav.scrollLeft += link.left + link.width / 2 - (line.left + line.width / 2)
}

function Header() {
  const { path } = useLocation()
  const isOperator = useOperatorToken() !== undefined
  const own = readSession()
    ? { href: paths.myClippings, label: texts.clippings.mine }
    : { href: paths.login, label: texts.login.enter }
  const pages = [...NAVIGATION.filter(({ page }) => isOperator || page !== 'operations'), own]
  const isCurrent = (href: string) => (href === '/' ? path === '/' : path.startsWith(href))
  const nav = useRef<HTMLElement>(null)
  useEffect(() => {
    if (nav.current) centreCurrent(nav.current)
  }, [path])
  return (
    <header class="site-header">
      <a class="brand" href={paths.panorama}>
        <img src={publisher.markUrl} alt="" height="28" />
        <strong>{publisher.name}</strong>
        <span>{texts.tagline}</span>
      </a>
      <nav ref={nav} aria-label={texts.navLabel}>
        {pages.map(({ href, label }) => (
          <a key={href} href={href} aria-current={isCurrent(href) ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
    </header>
  )
}

/** Header, navigation and footer of every page, with the offline banner. */
export function Frame({ children }: { children: ComponentChildren }) {
  const isOnline = useOnline()
  const { path } = useLocation()
  const main = useRef<HTMLElement>(null)
  useEffect(() => (main.current ? keepFocus(main.current) : undefined), [])
  return (
    <>
      <a class="skip" href="#conteudo">
        {texts.skip}
      </a>
      {path === paths.search && (
        <a class="skip" href="#resultados">
          {texts.skipToResults}
        </a>
      )}
      <Header />
      {!isOnline && (
        <p class="offline" role="status">
          {texts.offline}
        </p>
      )}
      <main ref={main} id="conteudo" tabIndex={-1}>
        {children}
      </main>
      <footer class="site-footer">
        <p>{texts.footer.source(publisher.name)}</p>
        <p>
          <a href={paths.about}>{texts.footer.about}</a>
          {PUBLISHER_LINKS.map(([path, label]) => (
            <a key={path} href={`${API_URL}${path}`}>
              {label}
            </a>
          ))}
          <a href={`${API_URL}/graphql`}>{texts.footer.api}</a>
          <a href={`${API_URL}/feeds/agencies.opml`}>{texts.footer.feeds}</a>
        </p>
      </footer>
    </>
  )
}
