import { lazy, Suspense, useSyncExternalStore } from 'react'
import { stepUpNow, watchStepUp } from '../api/step-up.ts'

const StepUp = lazy(() => import('./StepUp.tsx'))

/** Prompts the user to verify their identity while a call waits for it. */
export function StepUpWhenAsked() {
  const asked = useSyncExternalStore(watchStepUp, stepUpNow)
  return <Suspense fallback={null}>{asked && <StepUp onDone={asked.done} />}</Suspense>
}
