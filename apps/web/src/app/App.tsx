import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { queryClient } from '../api/query-client.ts'
import { onceQuiet } from '../api/quiet.ts'
import { useSaid } from '../parts/say.ts'
import { AppRoutes } from './routes.tsx'

const Alert = lazy(() => import('./Alert.tsx'))

export function App() {
  const said = useSaid()
  useEffect(() => onceQuiet(onceIdle), [])
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
