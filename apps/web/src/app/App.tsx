import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useSaid } from '../parts/say.ts'
import { AppRoutes } from './routes.tsx'

const Alert = lazy(() => import('./Alert.tsx'))

export function App() {
  const said = useSaid()
  useEffect(onceIdle, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={null}>
        <AppRoutes />
      </Suspense>
      <Suspense fallback={null}>{said && <Alert message={said.message} onClose={said.done} />}</Suspense>
    </QueryClientProvider>
  )
}

/** When the person has what they came for: the service worker fetches the whole client, in hundreds of requests. */
function onceIdle() {
  const go = () => void import('../pwa/after-start.ts').then(({ afterStart }) => afterStart()).catch(console.error)
  const wait = setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(go) : go()), 5_000)
  return () => clearTimeout(wait)
}
