import * as z from 'zod/mini'
import { accessToken, grantedAt } from './session.ts'

const claims = z.object({ auth_time: z.number(), iat: z.number() })

/**
 * Whether the last sign-in is, or soon will be, too old for a call that needs a recent one. Only a hint, which spares
 * the user from filling in a form in vain. The server decides, so a wrong clock does no harm.
 */
export async function isSignInOld(withinMs = 7 * 60_000): Promise<boolean> {
  try {
    const [, payload = ''] = (await accessToken()).split('.')
    const { auth_time, iat } = claims.parse(JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))))
    return (iat - auth_time) * 1000 + Date.now() - grantedAt() > withinMs
  } catch {
    return false
  }
}
