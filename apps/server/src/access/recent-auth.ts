import { freshMinutes } from '@finlist/contract/call'
import { Unauthorized } from '../http/client-errors.ts'
import type { Caller } from '../http/serve.ts'

/** Protects an unattended browser: the person must have proved who they are in the last few minutes. */
export function assertRecentAuth({ authTime, commandLine }: Caller, now: number) {
  if (!commandLine && now - authTime > freshMinutes * 60_000) throw new Unauthorized('fresh_sign_in')
}
