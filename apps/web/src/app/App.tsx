import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { onNetworkIdle } from '../api/network-idle.ts'
import { queryClient } from '../api/query-client.ts'
import { useStored } from '../api/storage.ts'
import { useAlert } from '../components/notices/show-alert.ts'
import { fetchTexts } from '../i18n/texts.ts'
import { followLanguage } from './follow-language.ts'
import { watchLinks } from './navigation/watch-links.ts'
import { AppRoutes } from './routes.tsx'

const Alert = lazy(() => import('./notices/Alert.tsx'))
const SignedOut = lazy(async () => (await Promise.all([import('./SignedOut.tsx'), fetchTexts('notices')]))[0])

export function App() {
  const said = useAlert()
  useEffect(() => onNetworkIdle(onceIdle), [])
  useEffect(watchLinks, [])
  const language = useStored('language')
  useEffect(followLanguage, [language])
  // The page still holds the account's data in memory, so nothing is shown once the user has signed out.
  const isPending = useStored('signOutPending')
  const [isOut, setOut] = useState(isPending)
  if (isPending && !isOut) setOut(true)
  if (isOut)
    return (
      <Suspense fallback={null}>
        <SignedOut isPending={isPending} />
      </Suspense>
    )
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={null}>
        <AppRoutes />
      </Suspense>
      <Suspense fallback={null}>{said && <Alert message={said.message} onClose={said.done} />}</Suspense>
    </QueryClientProvider>
  )
}

/** Waits for idle time, because the service worker fetches the whole client in hundreds of requests. */
function onceIdle() {
  const go = () => void import('../pwa/after-start.ts').then(({ afterStart }) => afterStart()).catch(console.error)
  if ('requestIdleCallback' in window) requestIdleCallback(go)
  else go()
}
