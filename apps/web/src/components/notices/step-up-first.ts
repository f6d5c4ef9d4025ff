import { useEffect, useEffectEvent } from 'react'
import { renewAccessToken } from '../../api/session.ts'
import { isSignInOld } from '../../api/sign-in-age.ts'
import { stepUp } from '../../api/step-up.ts'

/**
 * For a form whose call `needs` a recent sign-in: if the sign-in is too old, asks the user to sign in again before they
 * start typing.
 */
export function useStepUpFirst(needs: boolean, onRefused: () => void) {
  const refused = useEffectEvent(onRefused)
  useEffect(() => {
    if (!needs) return
    void isSignInOld().then(async isOld => {
      if (!isOld) return
      if (await stepUp()) await renewAccessToken().catch(console.error)
      else refused()
    })
  }, [needs])
}
