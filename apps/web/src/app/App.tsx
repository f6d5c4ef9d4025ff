import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { onNetworkIdle } from '../api/network-idle.ts'
import { queryClient } from '../api/query-client.ts'
import { useAlert } from '../parts/show-alert.ts'
import { AppRoutes } from './routes.tsx'
import { watchLinks } from './watch-links.ts'

const Alert = lazy(() => import('./Alert.tsx'))

export function App() {
  const said = useAlert()
  useEffect(() => onNetworkIdle(onceIdle), [])
  useEffect(watchLinks, [])
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={null}>
        <AppRoutes />
      </Suspense>
      <Suspense fallback={null}>{said && <Alert message={said.message} onClose={said.done} />}</Suspense>
    </QueryClientProvider>
  )
}

/** The service worker fetches the whole client, in hundreds of requests. */
function onceIdle() {
  const go = () => void import('../pwa/after-start.ts').then(({ afterStart }) => afterStart()).catch(console.error)
  if ('requestIdleCallback' in window) requestIdleCallback(go)
  else go()
}
