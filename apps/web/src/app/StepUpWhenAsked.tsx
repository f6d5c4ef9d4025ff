import { lazy, Suspense, useSyncExternalStore } from 'react'
import { stepUpNow, watchStepUp } from '../api/step-up.ts'

const StepUp = lazy(() => import('./StepUp.tsx'))

/** Asks the user to prove who they are while a call waits for it. */
export function StepUpWhenAsked() {
  const asked = useSyncExternalStore(watchStepUp, stepUpNow)
  return <Suspense fallback={null}>{asked && <StepUp onDone={asked.done} />}</Suspense>
}
