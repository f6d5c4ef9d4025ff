import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { queryClient } from '../api/query-client.ts'
import { useSaid } from '../parts/say.ts'
import { AppRoutes } from './routes.tsx'

const Alert = lazy(() => import('./Alert.tsx'))
const AfterStart = lazy(() => import('../pwa/after-start.tsx'))

export function App() {
  const said = useSaid()
  return (
    <QueryClientProvider client={queryClient}>
      <Suspense fallback={null}>
        <AppRoutes />
      </Suspense>
      <Suspense fallback={null}>
        {said && <Alert message={said.message} onClose={said.done} />}
        {useIsIdle() && <AfterStart />}
      </Suspense>
    </QueryClientProvider>
  )
}

/** True once the first page is drawn and the browser has time. */
function useIsIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const wait = setTimeout(() => {
      if ('requestIdleCallback' in window) requestIdleCallback(() => setIdle(true))
      else setIdle(true)
    }, 1500)
    return () => clearTimeout(wait)
  }, [])
  return idle
}
