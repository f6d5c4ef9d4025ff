import * as z from 'zod/mini'
import { call } from '../call.ts'

/** The most sessions per person; older ones are no longer accepted. */
export const sessionsListed = 100

const ownSession = z.object({
  sessionId: z.uuid(),
  /** The session making this call. */
  isThis: z.boolean(),
  client: z.enum(['browser', 'command-line']),
  /** The browser and system, such as `Chrome` and `Windows`, by the user agent at sign-in; empty when unknown. */
  browser: z.string(),
  system: z.string(),
  signedInAt: z.iso.datetime(),
  /** Accurate to twenty minutes; null for a session from the command line. */
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

/** Ends one of the caller's sessions, from its next request on. */
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
