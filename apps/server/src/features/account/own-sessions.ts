import type { OwnSession } from '@finlist/contract/account/sessions'
import type { Sessions } from '../../auth/sessions.ts'
import type { SignInAccount } from '../../auth/sign-in-account.ts'
import { readUserAgent } from '../../auth/user-agent.ts'
import { NotFound } from '../../http/client-errors.ts'
import type { Caller } from '../../http/serve.ts'

type Parts = { sessions: Sessions; account: SignInAccount }

export async function listSessions({ sessions }: Pick<Parts, 'sessions'>, caller: Caller): Promise<OwnSession[]> {
  return (await sessions.live(caller.userId)).map(row => ({
    sessionId: row.session_id,
    isThis: row.session_id === caller.sessionId,
    client: row.client,
    ...readUserAgent(row.user_agent),
    signedInAt: row.created_at.toISOString(),
    lastUsedAt: row.client === 'browser' ? row.renewed_at.toISOString() : null,
  }))
}

/** Ends one session, and all of the user's sessions at the provider, because those cannot be matched with ours. */
export async function endOne({ sessions, account }: Parts, caller: Caller, sessionId: string) {
  const own = await sessions.live(caller.userId)
  if (!own.some(({ session_id }) => session_id === sessionId)) throw new NotFound()
  await account.signOut(caller.userId)
  await sessions.end({ userId: caller.userId, sessionId })
}

export async function endOthers({ sessions, account }: Parts, caller: Caller) {
  await account.signOut(caller.userId)
  await sessions.endOthers(caller)
}
