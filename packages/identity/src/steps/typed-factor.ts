import { inTurn } from '../check-password.ts'
import { logFailure } from '../log-failure.ts'
import type { Fault } from '../pages/field.ts'
import type { Realm } from '../realm.ts'
import { recoveryCode, takeAppCode, takeRecoveryCode } from '../second-factor.ts'
import type { Desk } from './confirm.ts'
import { posted, sixDigits } from './form.ts'

/**
 * The reason why the code posted as `factor` is not accepted, with the number of seconds to wait after too many
 * attempts.
 */
export type Untaken = { fault: Fault; wait?: number }

/** Checks an app code or recovery code of a signed-in user. Returns undefined if it is accepted. */
export async function takeTypedFactor(realm: Realm, desk: Desk): Promise<Untaken | undefined> {
  const { options, limits } = realm
  const { account, request, asking } = desk
  const { subject } = account
  const typed = posted(request, 'factor', 64)
  const [digits, recovery] = [sixDigits(typed), recoveryCode(typed)]
  if (digits === undefined && recovery === undefined) return { fault: { field: 'factor', text: 'error.factor-format' } }
  const wait = await limits.trySecondFactor(subject)
  if (wait > 0) {
    logFailure(request, 'too-many-second-factors', account)
    return { fault: { text: 'error.wait-factor', wait: desk.words(wait) }, wait }
  }
  const taken =
    digits === undefined
      ? await inTurn(realm, asking, () => takeRecoveryCode(options.pool, subject, recovery!))
      : await takeAppCode(options, subject, digits)
  if (taken !== 'taken') {
    logFailure(request, 'second-factor', account)
    return { fault: { field: 'factor', text: digits === undefined ? 'error.recovery-wrong' : `error.app-${taken}` } }
  }
  await limits.forgiveSecondFactor(subject)
  return undefined
}
