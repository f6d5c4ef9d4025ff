import * as z from 'zod/mini'
import { call } from '../call.ts'

/** The maximum number of sessions per user; older ones are no longer accepted. */
export const sessionsListed = 100

const ownSession = z.object({
  sessionId: z.uuid(),
  /** The session that makes this call. */
  isThis: z.boolean(),
  client: z.enum(['browser', 'command-line']),
  /** The browser and system, such as `Chrome` and `Windows`, from the user agent at sign-in; empty if unknown. */
  browser: z.string(),
  system: z.string(),
  signedInAt: z.iso.datetime(),
  /** The time of the last use, to within twenty minutes; null for a session of the command line. */
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type OwnSession = z.output<typeof ownSession>

/** The caller's sessions, newest sign-in first. */
export const ownSessions = call({
  method: 'GET',
  path: '/users/user/sessions',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.array(ownSession),
})

/** Ends one of the caller's sessions: its next request is refused. */
export const endSession = call({
  method: 'POST',
  path: '/users/user/sessions/:sessionId/end',
  needs: { right: 'signed-in', fresh: 'always' },
  params: z.object({ sessionId: z.uuid() }),
})

/** Ends all of the caller's sessions except the current one. */
export const endOtherSessions = call({
  method: 'POST',
  path: '/users/user/sessions/end-others',
  needs: { right: 'signed-in', fresh: 'always' },
})
