import { user } from '@finlist/contract/account/account'
import {
  deleteAccount,
  exportPersonalData,
  keepAccount,
  notificationPreferences,
  toggleMarketing,
  toggleMarketingByGet,
  toggleProduct,
  toggleProductByGet,
} from '@finlist/contract/account/preferences'
import { saveUser } from '@finlist/contract/account/profile'
import { completeRegistration, confirmEmailProof, startEmailProof } from '@finlist/contract/account/registration'
import { endOtherSessions, endSession, ownSessions } from '@finlist/contract/account/sessions'
import { datafeedTokens, endDatafeedToken, makeDatafeedToken } from '@finlist/contract/charts/datafeed-tokens'
import type { FastifyInstance } from 'fastify'
import packageFile from '../../../package.json' with { type: 'json' }
import { atOnce } from '../../auth/at-once.ts'
import type { DatafeedTokens } from '../../auth/datafeed-tokens.ts'
import { askForDeletion, keepPerson } from '../../auth/erasure.ts'
import type { OldAccountProof } from '../../auth/old-account.ts'
import type { PasskeyProof } from '../../auth/passkey-proof.ts'
import type { People } from '../../auth/people.ts'
import { personalData } from '../../auth/personal-data.ts'
import type { Sessions } from '../../auth/sessions.ts'
import type { SignInAccount } from '../../auth/sign-in-account.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { Download } from '../../http/download.ts'
import { type Caller, serve } from '../../http/serve.ts'
import type { SendNotice } from '../../notifications/messenger.ts'
import { activityRoutes } from './activity.ts'
import { changeProfile, changesWayIn, tellOfEmail } from './change-profile.ts'
import { exportLimits } from './export-limits.ts'
import { firstStepRoutes } from './first-steps.ts'
import { joinOldRoutes } from './join-old.ts'
import { ownAccounts } from './own-account.ts'
import { endOne, endOthers, listSessions } from './own-sessions.ts'
import type { EmailProof } from './prove-email.ts'
import { register } from './register.ts'
import { stepUpRoutes } from './step-up.ts'
import { flipSwitch, readUser } from './store.ts'

export type AccountParts = {
  database: Database
  people: People
  sessions: Sessions
  passkeys: PasskeyProof
  oldAccounts: OldAccountProof
  datafeedTokens: DatafeedTokens
  config: Config
  proof: EmailProof
  account: SignInAccount
  send: SendNotice
  now: () => number
}

export function accountRoutes(app: FastifyInstance, parts: AccountParts) {
  const { database, people, proof, account, send, now } = parts

  const accounts = ownAccounts(database)
  serve(app, user, ({ caller }) =>
    atOnce(accounts.get(caller.userId), account =>
      atOnce(people.find(caller.userId), person => ({
        ...account,
        roles: [...person!.roles],
        rights: [...caller.rights],
        ...(caller.rights.has('staff') && { version: packageFile.version }),
      })),
    ),
  )

  const isRegistered = async ({ caller }: { caller: Caller }) =>
    (await readUser(database.db, caller.userId)).registered_at !== null

  serve(
    app,
    saveUser,
    ({ caller, body, language }) => changeProfile(parts, caller, body, language),
    ({ body }) => changesWayIn(body),
  )

  serve(
    app,
    completeRegistration,
    ({ caller, body, language }) => register(parts, caller, body, language),
    isRegistered,
  )

  serve(
    app,
    startEmailProof,
    ({ caller, body, language }) => proof.start(caller.userId, body.email, language),
    isRegistered,
  )

  serve(app, confirmEmailProof, async ({ caller, body, language }) => {
    const before = await readUser(database.db, caller.userId)
    await proof.confirm(caller.userId, body.email, body.code)
    const isTaken = before.registered_at === null && before.email.toLowerCase() !== body.email.toLowerCase()
    if (isTaken && before.email_proved_at !== null)
      await database.transaction(tx => tellOfEmail(tx, parts.send, before, body.email, language))
  })

  serve(app, notificationPreferences, async ({ caller }) => switchesOf(await readUser(database.db, caller.userId)))

  const flip = async (userId: number, name: 'marketing_notifications' | 'product_notifications', value?: boolean) =>
    switchesOf(await database.write(tx => flipSwitch(tx, userId, name, value)))
  serve(app, toggleMarketing, ({ caller, body }) =>
    flip(caller.userId, 'marketing_notifications', body.marketingNotifications),
  )
  serve(app, toggleMarketingByGet, ({ caller }) => flip(caller.userId, 'marketing_notifications'))
  serve(app, toggleProduct, ({ caller, body }) =>
    flip(caller.userId, 'product_notifications', body.productNotifications),
  )
  serve(app, toggleProductByGet, ({ caller }) => flip(caller.userId, 'product_notifications'))

  serve(app, ownSessions, ({ caller }) => listSessions(parts, caller))

  serve(app, endSession, async ({ caller, params: { sessionId }, request }) => {
    await endOne(parts, caller, sessionId)
    request.log.info({ event: 'session-ended', user: caller.userId, ip: request.ip }, 'signed out elsewhere')
  })

  serve(app, endOtherSessions, async ({ caller, request }) => {
    await endOthers(parts, caller)
    request.log.info({ event: 'session-ended', user: caller.userId, ip: request.ip }, 'signed out everywhere else')
  })

  stepUpRoutes(app, parts)
  activityRoutes(app, parts)
  firstStepRoutes(app, database)
  joinOldRoutes(app, parts)

  serve(app, datafeedTokens, ({ caller }) => parts.datafeedTokens.list(caller.userId))

  serve(app, makeDatafeedToken, async ({ caller, body, request }) => {
    const token = await parts.datafeedTokens.make(caller.userId, body.name)
    request.log.info({ event: 'datafeed-token-made', user: caller.userId, ip: request.ip }, 'made a datafeed token')
    return { address: new URL(`/api/tvchart/t/${token}`, parts.config.publicUrl).href }
  })

  serve(app, endDatafeedToken, async ({ caller, params: { tokenId }, request }) => {
    await parts.datafeedTokens.end(caller.userId, tokenId)
    request.log.info({ event: 'datafeed-token-ended', user: caller.userId, ip: request.ip }, 'ended a datafeed token')
  })

  const limited = exportLimits(database)
  serve(app, exportPersonalData, async ({ caller }) => {
    const content = await limited(caller.userId, () => personalData(database, account, caller.userId))
    return new Download('finlist-my-data.json', 'application/json; charset=utf-8', content)
  })

  serve(app, deleteAccount, async ({ caller, language }) => {
    const at = await database.write(tx => askForDeletion(tx, send, { userId: caller.userId, language, now: now() }))
    return { deletionAt: at.toISOString() }
  })

  serve(app, keepAccount, async ({ caller }) => {
    await database.write(tx => keepPerson(tx, caller.userId, new Date(now())))
  })
}

const switchesOf = (row: { marketing_notifications: boolean; product_notifications: boolean }) => ({
  marketingNotifications: row.marketing_notifications,
  productNotifications: row.product_notifications,
})
