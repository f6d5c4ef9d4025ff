import * as z from 'zod/mini'
import { call } from './call.ts'

/** The most sessions a person may have: older ones are no longer accepted. */
export const sessionsListed = 100

const ownSession = z.object({
  sessionId: z.uuid(),
  /** The session making this call. */
  isThis: z.boolean(),
  client: z.enum(['browser', 'command-line']),
  /** Such as `Chrome` and `Windows`, from the browser's user agent at sign-in; empty when unknown. */
  browser: z.string(),
  system: z.string(),
  signedInAt: z.iso.datetime(),
  /** Accurate to twenty minutes; null at the command line. */
  lastUsedAt: z.nullable(z.iso.datetime()),
})
export type OwnSession = z.output<typeof ownSession>

/** The person's sessions, newest sign-in first. */
export const ownSessions = call({
  method: 'GET',
  path: '/users/user/sessions',
  needs: { right: 'signed-in', fresh: 'never' },
  data: z.array(ownSession),
})

/** Ends one of the caller's own sessions, from its next request on. */
export const endSession = call({
  method: 'POST',
  path: '/users/user/sessions/:sessionId/end',
  needs: { right: 'signed-in', fresh: 'always' },
  params: z.object({ sessionId: z.uuid() }),
})

/** Ends all of the caller's sessions except this one. */
export const endOtherSessions = call({
  method: 'POST',
  path: '/users/user/sessions/end-others',
  needs: { right: 'signed-in', fresh: 'always' },
})
