import { Unauthorized } from '../http/client-errors.ts'
import type { Caller } from '../http/serve.ts'

const freshMs = 10 * 60_000

/** Guards what nobody may do who finds a browser open: the person proved who they are in the last ten minutes. */
export function assertRecentAuth({ authTime, commandLine }: Caller, now: number) {
  if (!commandLine && now - authTime > freshMs) throw new Unauthorized('fresh_sign_in')
}
