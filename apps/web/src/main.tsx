import './ui/theme.css'
import { currentLanguage } from './api/language.ts'
import { operatorFacts } from './api/operator-facts.ts'
import { queryClient } from './api/query-client.ts'
import { accessToken } from './api/session.ts'
import { fetchSidebar } from './app/navigation/fetch-sidebar.ts'
import { isPublic, routeAt } from './app/paths.ts'
import { fetchScreen } from './app/screens.ts'
import { watchWayBack } from './components/way-back.ts'
import { setLanguage } from './i18n/texts.ts'
import { awaitInstallOffer } from './pwa/early-install.ts'
import { isPhone } from './ui/is-phone.ts'

awaitInstallOffer()
watchWayBack()

// These requests are sent while the libraries load. If one fails, the gate or the error boundary retries it and reports
// the error.
const screen = routeAt(location.pathname)?.screen ?? 'finlist'
if (!isPublic(screen)) accessToken().catch(() => {})
void queryClient.prefetchQuery(operatorFacts)
// Set first, because the language decides which texts the following calls fetch.
const texts = setLanguage(currentLanguage())
const fetched = fetchScreen(screen).catch(() => {})
const sidebar = isPhone() || fetchSidebar().catch(console.error)
// No top-level await: the bundler would then emit a separate file for each piece.
Promise.all([import('./app/render.tsx'), texts, fetched, sidebar])
  .then(([{ render: draw }]) => draw())
  .catch(console.error)
