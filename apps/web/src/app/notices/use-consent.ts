import { useEffect } from 'react'
import { useOperator } from '../../api/operator.ts'
import { useStored } from '../../api/storage.ts'

/**
 * Starts and stops the operator's analytics according to the user's consent. `isOpen`: the user has not yet answered.
 */
export function useConsent(): { isOpen: boolean } {
  const { analyticsId, pixelId } = useOperator()
  const consent = useStored('analyticsConsent')
  const isSet = analyticsId !== '' || pixelId !== ''
  useEffect(() => {
    if (!isSet || consent === null) return
    import('../../api/analytics-services.ts')
      .then(({ startServices, stopServices }) =>
        consent === 'yes' ? startServices({ analyticsId, pixelId }) : stopServices(),
      )
      .catch(console.error)
  }, [isSet, consent, analyticsId, pixelId])
  return { isOpen: isSet && consent === null }
}
