import { lazy, Suspense } from 'react'
import { BrowserRouter, Navigate, Outlet, Route, Routes } from 'react-router'
import { read } from '../api/storage.ts'
import { useTranslation } from '../i18n/texts.ts'
import { Spinner } from '../ui/spinner.tsx'
import { Gate } from './Gate.tsx'
import { type AppRoute, inPublicFrame, routes, type Screen } from './paths.ts'
import { ScreenBoundary } from './ScreenBoundary.tsx'
import { Shell } from './Shell.tsx'
import { screenOf } from './screens.ts'
import { useRouteChange } from './use-route-change.ts'

const PlainFrame = lazy(() => import('./PlainFrame.tsx'))
const PublicFrame = lazy(() => import('./PublicFrame.tsx'))

const wasSignedIn = read('completeRegistration')
const isInPublicFrame = ({ screen }: AppRoute) => !wasSignedIn && inPublicFrame.includes(screen)
const outsideTheShell: Screen[] = ['subscribe-verify', 'complete-registration', 'fintrainer']

/**
 * The frame of each address. Every page but the public ones needs a session (Gate.tsx); unknown addresses redirect to
 * the start page. Public pages are in the shell for people who were signed in when they last used this browser.
 */
export function AppRoutes() {
  return (
    <BrowserRouter>
      <Routes>
        <Route element={<Waiting />}>
          {asRoutes(({ screen }) => screen === 'subscribe-verify')}
          <Route element={<PublicFrame />}>
            <Route element={<Waiting />}>{asRoutes(isInPublicFrame)}</Route>
          </Route>
          <Route element={<Gate />}>
            <Route element={<PlainFrame />}>
              <Route element={<Waiting />}>{asRoutes(({ screen }) => screen === 'complete-registration')}</Route>
            </Route>
            <Route element={<FullScreen />}>{asRoutes(({ screen }) => screen === 'fintrainer')}</Route>
            <Route element={<Shell />}>
              <Route element={<Waiting />}>
                {asRoutes(route => !isInPublicFrame(route) && !outsideTheShell.includes(route.screen))}
              </Route>
            </Route>
          </Route>
          <Route path="*" element={<Navigate to="/" replace />} />
        </Route>
      </Routes>
    </BrowserRouter>
  )
}

const asRoutes = (which: (route: AppRoute) => boolean) =>
  routes.filter(which).map(({ path, screen }) => {
    const Component = screenOf(screen)
    return <Route key={path} path={path} element={<Component />} />
  })

/** A screen that fills the whole window. */
function FullScreen() {
  useRouteChange()
  return <Waiting />
}

/** The screen inside the frame, with a placeholder while it loads and an error message if it fails. */
function Waiting() {
  const t = useTranslation()
  return (
    <ScreenBoundary>
      <Suspense fallback={<Spinner label={t('loading')} />}>
        <Outlet />
      </Suspense>
    </ScreenBoundary>
  )
}
