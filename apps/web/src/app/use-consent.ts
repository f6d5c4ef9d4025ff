import { useEffect } from 'react'
import { useOperator } from '../api/operator.ts'
import { useStored } from '../api/storage.ts'

/** Starts and stops the operator's services by the person's consent. `isOpen` while consent is still to be asked. */
export function useConsent(): { isOpen: boolean } {
  const { analyticsId, pixelId } = useOperator()
  const consent = useStored('analyticsConsent')
  const isSet = analyticsId !== '' || pixelId !== ''
  useEffect(() => {
    if (!isSet || consent === null) return
    import('../api/analytics-services.ts')
      .then(({ startServices, stopServices }) =>
        consent === 'yes' ? startServices({ analyticsId, pixelId }) : stopServices(),
      )
      .catch(console.error)
  }, [isSet, consent, analyticsId, pixelId])
  return { isOpen: isSet && consent === null }
}
