import * as openid from 'openid-client'

/**
 * Why a sign-in failed. `unfinished`: the user can fix it by signing in again. The others have to be fixed by the
 * operator.
 */
export type SignInFault = {
  because: 'unfinished' | 'issuer-unreachable' | 'client-refused' | 'scope-refused' | 'issuer-failed'
  /** For the operator: what happened, and which setting to check or whom to contact. */
  cause: string
}

/** Errors that the issuer returns because of the user or a timeout. */
const ofThePerson = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
  'account_selection_required',
  'invalid_grant',
])

/** Why a sign-in at the issuer failed. */
export function signInFault(error: unknown): SignInFault {
  const said = saidOf(error)
  if (said !== undefined) {
    const words = [said.error, said.description].filter(Boolean).join(': ').slice(0, 300)
    if (ofThePerson.has(said.error)) return { because: 'unfinished', cause: words }
    if (isClientRefused(said.status, said.error))
      return {
        because: 'client-refused',
        cause: `the issuer refuses OIDC_CLIENT_ID or OIDC_CLIENT_SECRET (${words})`,
      }
    if (said.error === 'invalid_scope')
      return { because: 'scope-refused', cause: `the issuer refuses a scope, set OIDC_SCOPES (${words})` }
    return { because: 'issuer-failed', cause: `the issuer answered ${words}` }
  }
  const unreachable = unreachableCause(error)
  if (unreachable !== undefined)
    return { because: 'issuer-unreachable', cause: `OIDC_ISSUER does not answer: ${unreachable}` }
  return { because: 'issuer-failed', cause: `the issuer's answer is not accepted: ${(error as Error).message}` }
}

/** Whether the token endpoint rejected our client credentials, however the issuer words it. */
export const isClientRefused = (status: number | undefined, error: string) =>
  status === 401 || error === 'invalid_client' || error === 'unauthorized_client'

function saidOf(error: unknown): { error: string; description?: string; status?: number } | undefined {
  if (error instanceof openid.AuthorizationResponseError)
    return { error: error.error, ...(error.error_description && { description: error.error_description }) }
  if (error instanceof openid.ResponseBodyError)
    return {
      error: error.error,
      status: error.status,
      ...(error.error_description && { description: error.error_description }),
    }
  if (error instanceof openid.WWWAuthenticateChallengeError)
    return { error: error.cause[0]?.parameters.error ?? 'invalid_client', status: error.status }
  return undefined
}

/** Why the issuer could not be reached; undefined if it responded. */
function unreachableCause(error: unknown): string | undefined {
  const { code, message, cause } = error as { code?: string; message?: string; cause?: unknown }
  if (code === 'OAUTH_TIMEOUT') return 'no answer within ten seconds'
  if (code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' && cause instanceof Response) return `status ${cause.status}`
  if (!(error instanceof TypeError) || message !== 'fetch failed') return undefined
  const { code: reason, message: words } = (cause ?? {}) as { code?: string; message?: string }
  return reason ?? words ?? message
}
