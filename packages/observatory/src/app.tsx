import { ErrorBoundary, lazy, LocationProvider, Route, Router } from 'preact-iso'
import { Frame } from './frame/frame.tsx'
import { NotFoundPage } from './frame/not-found-page.tsx'
import { PanoramaPage } from './pages/panorama/panorama-page.tsx'
import { paths } from './paths.ts'

const SearchPage = lazy(async () => (await import('./pages/search/search-page.tsx')).SearchPage)
const ArticlePage = lazy(async () => (await import('./pages/article/article-page.tsx')).ArticlePage)

/** The pages by their paths. Every page but the first one loads when it is opened. */
export function App() {
  return (
    <LocationProvider>
      <Frame>
        <ErrorBoundary>
          <Router>
            <Route path={paths.panorama} component={PanoramaPage} />
            <Route path={paths.search} component={SearchPage} />
            <Route path="/noticias/:id" component={ArticlePage} />
            <Route default component={NotFoundPage} />
          </Router>
        </ErrorBoundary>
      </Frame>
    </LocationProvider>
  )
}
