import { ErrorBoundary, lazy, LocationProvider, Route, Router } from 'preact-iso'
import { Frame } from './frame/frame.tsx'
import { NotFoundPage } from './frame/not-found-page.tsx'
import { PanoramaPage } from './pages/panorama/panorama-page.tsx'
import { paths, SITE_PATHS } from './paths.ts'

const SearchPage = lazy(async () => (await import('./pages/search/search-page.tsx')).SearchPage)
const ArticlePage = lazy(async () => (await import('./pages/article/article-page.tsx')).ArticlePage)
const AgenciesPage = lazy(async () => (await import('./pages/agencies/agencies-page.tsx')).AgenciesPage)
const AgencyPage = lazy(async () => (await import('./pages/agencies/agency-page.tsx')).AgencyPage)
const ThemesPage = lazy(async () => (await import('./pages/themes/themes-page.tsx')).ThemesPage)
const ThemePage = lazy(async () => (await import('./pages/themes/theme-page.tsx')).ThemePage)
const EntitiesPage = lazy(async () => (await import('./pages/entity/entities-page.tsx')).EntitiesPage)
const EntityPage = lazy(async () => (await import('./pages/entity/entity-page.tsx')).EntityPage)
const FreshnessPage = lazy(async () => (await import('./pages/freshness/freshness-page.tsx')).FreshnessPage)
const OperationsPage = lazy(
  async () => (await import('./pages/operations/operations-page.tsx')).OperationsPage,
)
const OperatorLoginPage = lazy(
  async () => (await import('./pages/operations/operator-login.tsx')).OperatorLoginPage,
)
const AboutPage = lazy(async () => (await import('./pages/about/about-page.tsx')).AboutPage)
const ListingsPage = lazy(async () => (await import('./pages/clippings/listings-page.tsx')).ListingsPage)
const ListingPage = lazy(async () => (await import('./pages/clippings/listing-page.tsx')).ListingPage)
const NewClippingPage = lazy(
  async () => (await import('./pages/clippings/new-clipping-page.tsx')).NewClippingPage,
)
const MyClippingsPage = lazy(
  async () => (await import('./pages/clippings/my-clippings-page.tsx')).MyClippingsPage,
)
const LoginPage = lazy(async () => (await import('./pages/clippings/login-page.tsx')).LoginPage)
const WidgetPage = lazy(async () => (await import('./pages/widget/widget-page.tsx')).WidgetPage)

/** The pages by their paths. Every page but the first one loads when it is opened. */
export function App() {
  return (
    <LocationProvider scope={SITE_PATHS}>
      <Frame>
        <ErrorBoundary>
          <Router>
            <Route path={paths.panorama} component={PanoramaPage} />
            <Route path={paths.search} component={SearchPage} />
            <Route path="/noticias/:id" component={ArticlePage} />
            <Route path={paths.agencies} component={AgenciesPage} />
            <Route path="/orgaos/:key" component={AgencyPage} />
            <Route path={paths.themes} component={ThemesPage} />
            <Route path="/temas/:code" component={ThemePage} />
            <Route path={paths.entities} component={EntitiesPage} />
            <Route path="/entidades/:id" component={EntityPage} />
            <Route path={paths.freshness} component={FreshnessPage} />
            <Route path={paths.operations} component={OperationsPage} />
            <Route path={paths.operatorLogin} component={OperatorLoginPage} />
            <Route path={paths.about} component={AboutPage} />
            <Route path={paths.clippings} component={ListingsPage} />
            <Route path={paths.newClipping} component={NewClippingPage} />
            <Route path="/recortes/:id" component={ListingPage} />
            <Route path={paths.myClippings} component={MyClippingsPage} />
            <Route path={paths.login} component={LoginPage} />
            <Route path={paths.widget} component={WidgetPage} />
            <Route default component={NotFoundPage} />
          </Router>
        </ErrorBoundary>
      </Frame>
    </LocationProvider>
  )
}
