import { accountActivity, disownActivity } from '@finlist/contract/account/account-activity'
import type { FastifyInstance } from 'fastify'
import { cameInAt, noteAccountEvent, readAccountEvents } from '../../auth/account-events.ts'
import type { DatafeedTokens } from '../../auth/datafeed-tokens.ts'
import type { Sessions } from '../../auth/sessions.ts'
import type { SignInAccount } from '../../auth/sign-in-account.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { NotFound } from '../../http/client-errors.ts'
import { serve } from '../../http/serve.ts'
import type { SendNotice } from '../../notifications/messenger.ts'
import { readUser } from './store.ts'

type Parts = {
  database: Database
  config: Config
  sessions: Sessions
  account: SignInAccount
  datafeedTokens: DatafeedTokens
  send: SendNotice
  now: () => number
}

/** Routes for the user's account activity, and for securing an account that someone else has used. */
export function activityRoutes(app: FastifyInstance, parts: Parts) {
  const { database, config, sessions, account, datafeedTokens, send, now } = parts

  serve(app, accountActivity, ({ caller }) =>
    readAccountEvents(database.db, caller.userId, new Date(now()), caller.sessionId),
  )

  serve(app, disownActivity, async ({ caller, params: { eventId }, language, request }) => {
    const { userId } = caller
    const since = await cameInAt(database.db, caller, eventId)
    if (since === undefined) throw new NotFound()
    const user = await readUser(database.db, userId)
    // Ends the provider's sessions first: a remaining one would sign a browser straight back in.
    await account.secure(userId, since)
    await database.write(async tx => {
      await sessions.endOthers(caller, tx)
      await datafeedTokens.endAll(tx, userId)
      await noteAccountEvent(tx, userId, 'secured')
      if (user.email)
        await send(tx, 'account-secured', { to: user.email, language: user.language ?? language, values: {}, userId })
    })
    request.log.warn({ event: 'account-secured', user: userId, ip: request.ip }, 'somebody disowned what was done')
    return { next: config.embeddedIdentity ? '/oidc/account' : null }
  })
}
