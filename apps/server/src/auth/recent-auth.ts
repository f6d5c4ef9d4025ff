import { freshMinutes } from '@finlist/contract/call'
import { Unauthorized } from '../http/client-errors.ts'
import type { Caller } from '../http/serve.ts'

/**
 * Throws unless the user signed in or verified their identity in the last few minutes. This protects users who leave
 * their browser unattended.
 */
export function assertRecentAuth({ authTime, commandLine }: Caller, now: number) {
  if (!commandLine && now - authTime > freshMinutes * 60_000) throw new Unauthorized('fresh_sign_in')
}
