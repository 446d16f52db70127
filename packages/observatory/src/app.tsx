import type { ComponentChildren, ComponentType } from 'preact'
import { ErrorBoundary, lazy, LocationProvider, Route, Router, useLocation } from 'preact-iso'
import { BrokenPage, CrashBoundary } from './frame/crash-boundary.tsx'
import { Frame } from './frame/frame.tsx'
import { NotFoundPage } from './frame/not-found-page.tsx'
import { PanoramaPage } from './pages/panorama/panorama-page.tsx'
import { paths, SITE_PATHS } from './paths.ts'

/** Loads a page when it is opened. A script may be gone after a deployment, or be out of reach. */
const page = (load: () => Promise<ComponentType>) => lazy(() => load().catch(() => BrokenPage))

const SearchPage = page(async () => (await import('./pages/search/search-page.tsx')).SearchPage)
const ComparePage = page(async () => (await import('./pages/compare/compare-page.tsx')).ComparePage)
/** The page of an article, which may have its text before the script: `main.tsx` loads it first. */
export const ArticlePage = page(async () => (await import('./pages/article/article-page.tsx')).ArticlePage)
const AgenciesPage = page(async () => (await import('./pages/agencies/agencies-page.tsx')).AgenciesPage)
const AgencyPage = page(async () => (await import('./pages/agencies/agency-page.tsx')).AgencyPage)
const ThemesPage = page(async () => (await import('./pages/themes/themes-page.tsx')).ThemesPage)
const ThemePage = page(async () => (await import('./pages/themes/theme-page.tsx')).ThemePage)
const EntitiesPage = page(async () => (await import('./pages/entity/entities-page.tsx')).EntitiesPage)
const EntityPage = page(async () => (await import('./pages/entity/entity-page.tsx')).EntityPage)
const ChangesPage = page(async () => (await import('./pages/changes/changes-page.tsx')).ChangesPage)
const VersionPage = page(async () => (await import('./pages/article/version-page.tsx')).VersionPage)
const DifferencePage = page(async () => (await import('./pages/article/difference-page.tsx')).DifferencePage)
const FreshnessPage = page(async () => (await import('./pages/freshness/freshness-page.tsx')).FreshnessPage)
const OperationsPage = page(
  async () => (await import('./pages/operations/operations-page.tsx')).OperationsPage,
)
const OperatorLoginPage = page(
  async () => (await import('./pages/operations/operator-login.tsx')).OperatorLoginPage,
)
const AboutPage = page(async () => (await import('./pages/about/about-page.tsx')).AboutPage)
const ListingsPage = page(async () => (await import('./pages/clippings/listings-page.tsx')).ListingsPage)
const ListingPage = page(async () => (await import('./pages/clippings/listing-page.tsx')).ListingPage)
const NewClippingPage = page(
  async () => (await import('./pages/clippings/editor/new-clipping-page.tsx')).NewClippingPage,
)
const MyClippingsPage = page(
  async () => (await import('./pages/clippings/my-clippings-page.tsx')).MyClippingsPage,
)
const EditClippingPage = page(
  async () => (await import('./pages/clippings/editor/edit-clipping-page.tsx')).EditClippingPage,
)
const AlertsPage = page(async () => (await import('./pages/alerts/alerts-page.tsx')).AlertsPage)
const LoginPage = page(async () => (await import('./pages/clippings/login-page.tsx')).LoginPage)
const WidgetPage = page(async () => (await import('./pages/widget/widget-page.tsx')).WidgetPage)

function Guarded({ children }: { children: ComponentChildren }) {
  const { url } = useLocation()
  return <CrashBoundary url={url}>{children}</CrashBoundary>
}

/** Moves the keyboard and screen readers to a page that a link opened. The browser does that for whole documents alone. */
const focusPage = () => document.getElementById('conteudo')?.focus({ preventScroll: true })

/** The pages by their paths. Every page but the first one loads when it is opened. */
export function App() {
  return (
    <LocationProvider scope={SITE_PATHS}>
      <Frame>
        <Guarded>
          <ErrorBoundary>
            <Router onRouteChange={focusPage}>
              <Route path={paths.panorama} component={PanoramaPage} />
              <Route path={paths.search} component={SearchPage} />
              <Route path={paths.compare} component={ComparePage} />
              <Route path="/noticias/:id" component={ArticlePage} />
              <Route path="/noticias/:id/versoes/:number" component={VersionPage} />
              <Route path="/noticias/:id/diferencas/:from/:to" component={DifferencePage} />
              <Route path={paths.changes} component={ChangesPage} />
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
              <Route path="/meus-recortes/:id" component={EditClippingPage} />
              <Route path={paths.alerts} component={AlertsPage} />
              <Route path={paths.login} component={LoginPage} />
              <Route path={paths.widget} component={WidgetPage} />
              <Route default component={NotFoundPage} />
            </Router>
          </ErrorBoundary>
        </Guarded>
      </Frame>
    </LocationProvider>
  )
}
