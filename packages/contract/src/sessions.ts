import * as z from 'zod/mini'
import { call } from './call.ts'

/** An older one is not admitted any more. */
export const sessionsListed = 100

const ownSession = z.object({
  sessionId: z.uuid(),
  /** The session of this very call. */
  isThis: z.boolean(),
  client: z.enum(['browser', 'command-line']),
  /** As in `Chrome` and `Windows`, as the browser said when it signed in; empty where it said nothing known. */
  browser: z.string(),
  system: z.string(),
  signedInAt: z.iso.datetime(),
  /** To within twenty minutes; null at the command line. */
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type OwnSession = z.output<typeof ownSession>

/** Where the person is signed in, newest sign-in first. */
export const ownSessions = call({
  method: 'GET',
  path: '/users/user/sessions',
  needs: 'signed-in',
  data: z.array(ownSession),
})

/** Ends one of the caller's own sessions, from its next request on. Needs a fresh sign-in. */
export const endSession = call({
  method: 'POST',
  path: '/users/user/sessions/:sessionId/end',
  needs: 'signed-in',
  params: z.object({ sessionId: z.uuid() }),
})

/** Ends all sessions of the caller but this one. Needs a fresh sign-in. */
export const endOtherSessions = call({
  method: 'POST',
  path: '/users/user/sessions/end-others',
  needs: 'signed-in',
})
