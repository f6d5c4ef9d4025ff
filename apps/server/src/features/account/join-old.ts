import { askOldPasskey, joinOldAccount, oldAccount } from '@finlist/contract/account/old-account'
import type { PasskeyChallenge } from '@finlist/contract/account/step-up'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { issuerKey } from '../../auth/find-or-create-user.ts'
import { CannotJoin, joinAccounts } from '../../auth/join-accounts.ts'
import { findOldAccount, type OldAccount, type OldAccountProof, type ProofGiven } from '../../auth/old-account.ts'
import type { People } from '../../auth/people.ts'
import type { Config } from '../../config.ts'
import type { Database } from '../../db/database.ts'
import { BadRequest, NotFound, TooBusy, TooMany } from '../../http/client-errors.ts'
import { type Caller, serve } from '../../http/serve.ts'

type Parts = {
  database: Database
  people: People
  oldAccounts: OldAccountProof
  config: Pick<Config, 'embeddedIdentity' | 'issuer'>
  now: () => number
}

/** Routes for joining a user's older account with the new one, after the user has verified both in one browser. */
export function joinOldRoutes(app: FastifyInstance, { database, people, oldAccounts, config, now }: Parts) {
  const { db } = database
  const found = async ({ userId }: Caller): Promise<OldAccount> => {
    const old = await findOldAccount(db, userId)
    if (!old) throw new NotFound()
    return old
  }
  const asking = ({ userId, sessionId }: Caller, { ip }: FastifyRequest) => ({ userId, sessionId, ip })

  serve(app, oldAccount, async ({ caller }) => {
    const old = await findOldAccount(db, caller.userId)
    return old ? { openedAt: old.openedAt.toISOString(), ...(await oldAccounts.proofs(old)) } : null
  })

  serve(app, askOldPasskey, async ({ caller, request }) => {
    const asked = await oldAccounts.askPasskey(await found(caller), asking(caller, request))
    if (!asked) throw new NotFound()
    return { challenge: asked.options as PasskeyChallenge, question: asked.sealed }
  })

  serve(app, joinOldAccount, async ({ caller, body: { password, code = '', passkey }, request }) => {
    const given: ProofGiven | undefined = passkey
      ? { passkey }
      : password === undefined
        ? undefined
        : { password, code }
    if (!given) throw new BadRequest('old-account.not-proved', { code: 'not_proved' })
    const old = await found(caller)
    const facts = { user: caller.userId, other: old.userId, ip: request.ip }
    const outcome = await oldAccounts.prove(old, asking(caller, request), given)
    if (outcome !== 'proved') {
      request.log.warn({ event: 'join-refused', because: 'proof', ...facts }, 'an older account was not proved')
      if (outcome === 'busy') throw new TooBusy()
      if (outcome !== 'wrong') throw new TooMany(outcome.waitSeconds)
      if (passkey) throw new BadRequest('passkey-refused', { code: 'passkey_refused' })
      throw new BadRequest('old-account.not-proved', { code: 'not_proved', field: 'password' })
    }
    try {
      await assertNoStaff(caller.userId, old.userId)
      await database.write(async tx => {
        // Checked again: a third account may have appeared, or the address changed, in the meantime.
        if ((await findOldAccount(tx, caller.userId))?.userId !== old.userId) throw new NotFound()
        const word = { byUserId: caller.userId, reason: passkey ? byPasskey : byPassword, at: new Date(now()) }
        await joinAccounts(tx, [old.userId, caller.userId], { issuer: issuerKey(config), word })
      })
    } catch (error) {
      if (error instanceof CannotJoin) {
        request.log.warn({ event: 'join-refused', because: error.why, ...facts }, 'two accounts stay two')
        throw refusalOf(error)
      }
      throw error
    }
    request.log.info({ event: 'accounts-joined', ...facts }, 'a person joined their two accounts')
  })

  /** Staff rights are never transferred between accounts without an admin. */
  async function assertNoStaff(...userIds: number[]) {
    for (const userId of userIds) {
      const person = await people.find(userId)
      if (!person || person.roles.some(role => role === 'staff' || role === 'admin')) throw new CannotJoin('staff')
    }
  }
}

/** Reasons for the audit log. */
const byPassword = 'The person proved the older account by its password'
const byPasskey = 'The person proved the older account by its passkey'

const texts = {
  'both-billed': 'old-account.both-billed',
  'both-affiliates': 'old-account.both-affiliates',
  blocked: 'old-account.blocked',
  staff: 'old-account.staff',
} as const

function refusalOf({ why }: CannotJoin) {
  if (why === 'same' || why === 'other-address') return new NotFound()
  return new BadRequest(texts[why], { httpStatus: 409, code: 'cannot_join' })
}
