import { user } from '@finlist/contract/account/account'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Navigate, useLocation } from 'react-router'
import { record } from '../api/analytics.ts'
import { ForbiddenError, isUnanswered } from '../api/call-error.ts'
import { keepLanguage } from '../api/language.ts'
import { callQuery, queryClient } from '../api/query-client.ts'
import { request } from '../api/request.ts'
import { accessToken, hasToken, signOut } from '../api/session.ts'
import { read, useStored, write } from '../api/storage.ts'
import { CallFailed } from '../components/notices/call-failed.tsx'
import { setLanguage, useTranslation } from '../i18n/texts.ts'
import { Button } from '../ui/button.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { OpeningScreen } from './OpeningScreen.tsx'

/** Requires a session and a complete registration. A cached complete registration is trusted. */
export function Gate() {
  const t = useTranslation()
  const { pathname } = useLocation()
  const complete = useStored('completeRegistration')
  const session = useQuery({
    queryKey: ['session'],
    queryFn: () => accessToken().then(() => true),
    ...(hasToken() && { initialData: true }),
    staleTime: Infinity,
    gcTime: Infinity,
    retry: false,
    refetchOnReconnect: 'always',
  })
  const profile = useQuery({
    queryKey: [user.path, 'gate'],
    queryFn: fetchProfile,
    enabled: session.isSuccess && !complete,
    staleTime: Infinity,
    retry: false,
  })

  // Offline, the app opens if the user's registration was complete when last fetched; each screen reports what it could
  // not load.
  const away = isUnanswered(session.error)
  if (session.isError && !(away && complete))
    return <Barred error={session.error} onRetry={() => void session.refetch()} />
  if (session.isPending || (!complete && profile.isPending)) return <Spinner label={t('loading')} />
  if (!complete && profile.error instanceof ForbiddenError) return <Barred error={profile.error} />

  const isComplete = complete || profile.data?.completeRegistration
  const isRegistering = pathname.startsWith('/complete-registration')
  if (isComplete === false && !isRegistering) return <Navigate to="/complete-registration" replace />
  if (isComplete === true && isRegistering) return <Navigate to="/dashboard" replace />
  return (
    <>
      <PageView />
      <OpeningScreen />
    </>
  )
}

/** Replaces the app for a refused user, who can still sign out and sign in with another account. */
function Barred(props: { error: unknown; onRetry?: () => void }) {
  const t = useTranslation()
  return (
    <main className="text-center">
      <CallFailed alone {...props} />
      {props.error instanceof ForbiddenError && <Button onClick={signOut}>{t('user-menu.logout')}</Button>}
    </main>
  )
}

async function fetchProfile() {
  try {
    const profile = await request(user)
    queryClient.setQueryData(callQuery(user).queryKey, profile)
    if (profile.completeRegistration) write('completeRegistration', true)
    if (profile.language && read('language') === null) {
      keepLanguage(profile.language)
      await setLanguage(profile.language)
    }
    return profile
  } catch (error) {
    console.error(error)
    throw error
  }
}

/** Records a page view for each page that needs a session; a changed query string is not a new page. */
function PageView() {
  const { pathname } = useLocation()
  const recorded = useRef<string>(undefined)
  useEffect(() => {
    if (recorded.current === pathname) return
    recorded.current = pathname
    record('page_view', { path: pathname })
  }, [pathname])
  return null
}
