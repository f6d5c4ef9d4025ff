import type { FastifyReply, FastifyRequest } from 'fastify'
import { errors } from 'oidc-provider'
import { type Account, accountBySubject } from '../accounts.ts'
import type { Page } from '../pages/layout.ts'
import { type Passkey, passkeysOf } from '../passkeys.ts'
import { pageFor, type Realm } from '../realm.ts'
import { lacksSecondFactor, type SecondFactor, secondFactorOf } from '../second-factor.ts'
import { beginSecondStep } from '../second-step.ts'
import { inPath } from './form.ts'

/** A request within a sign-in in progress. */
export type Visit = {
  /** The owner of the codes requested in this sign-in. */
  owner: string
  /** The path of the sign-in's own pages. */
  base: string
  /** The prefilled e-mail address, if the client or the session gives one. */
  hint: string
  /** The uid of the session that the sign-in refreshes, if any. */
  session: string | undefined
  page: (here?: string) => Page
  /** Continues with the second step if one is required, otherwise completes the sign-in. */
  firstStepDone: (subject: string, amr: string[]) => Promise<FastifyReply>
  finish: (subject: string, amr: string[]) => Promise<FastifyReply>
}

/** Thrown if the sign-in or session that a page belongs to has ended, or belongs to another browser. */
export class Gone extends Error {}

/** The sign-in that the request belongs to. Throws Gone unless it is in progress and the request has its cookie. */
export async function visitOf(realm: Realm, request: FastifyRequest, reply: FastifyReply): Promise<Visit> {
  const uid = inPath(request, 'uid')
  const { provider } = realm.made
  const underWay = <T>(work: () => Promise<T>) => realm.begun.during(request.raw, reply.raw, work)
  const interaction = await underWay(() => provider.interactionDetails(request.raw, reply.raw)).catch(
    (error: unknown) => {
      throw error instanceof errors.SessionNotFound ? new Gone() : error
    },
  )
  if (interaction.uid !== uid) throw new Gone()
  const below = `/interaction/${uid}`
  const { ui_locales: uiLocales, login_hint: loginHint } = interaction.params
  const known = interaction.session && (await accountBySubject(realm.options.pool, interaction.session.accountId))
  const visit: Visit = {
    owner: `interaction:${uid}`,
    base: realm.path + below,
    hint: typeof loginHint === 'string' ? loginHint.slice(0, 254) : (known?.email ?? ''),
    session: interaction.session?.uid,
    page: (here = '') => pageFor(realm, request.raw, below + here, { uid, uiLocales }),
    async firstStepDone(subject, amr) {
      if (!(await lacksSecondFactor(realm.options, subject, amr))) return visit.finish(subject, amr)
      await beginSecondStep(realm.options.pool, visit.owner, subject, amr)
      return reply.redirect(`${visit.base}/second-step`, 303)
    },
    async finish(subject, amr) {
      request.log.info({ event: 'signed-in', account: subject, by: amr, ip: request.ip }, 'identity: signed in')
      // The time of the proof is now, no matter when the browser follows the redirect.
      const login = { accountId: subject, amr, remember: true, ts: Math.floor(Date.now() / 1_000) }
      const returnTo = await underWay(() =>
        provider.interactionResult(request.raw, reply.raw, { login }, { mergeWithLastSubmission: false }),
      )
      reply.header('set-cookie', realm.begun.ended(uid))
      reply.header('set-cookie', realm.known.line(request.raw, subject))
      return reply.redirect(returnTo, 303)
    },
  }
  return visit
}

/**
 * The user of a session, with the factors of their account. `twoSteps`: the first step alone is not enough to sign
 * in.
 */
export type SignedIn = {
  account: Account
  uid: string
  secondFactor: SecondFactor | undefined
  passkeys: Passkey[]
  twoSteps: boolean
}

/** Whether the browser has a session of any account, even one without the required second step. */
export async function isSignedIn(realm: Realm, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  const { provider } = realm.made
  return (await provider.Session.get(provider.createContext(request.raw, reply.raw))).accountId !== undefined
}

/**
 * The provider session of the request with its account; undefined without a session, or if it lacks the required second
 * step.
 */
export async function sessionOf(
  realm: Realm,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn | undefined> {
  const session = await realm.made.provider.Session.get(realm.made.provider.createContext(request.raw, reply.raw))
  const account = session.accountId && (await accountBySubject(realm.options.pool, session.accountId))
  if (!account) return undefined
  const { pool, needsSecondFactor } = realm.options
  const secondFactor = await secondFactorOf(pool, account.subject)
  const passkeys = await passkeysOf(pool, account.subject)
  const twoSteps = secondFactor !== undefined || (passkeys.length > 0 && (await needsSecondFactor(account.subject)))
  return twoSteps && !session.amr?.includes('mfa')
    ? undefined
    : { account, uid: session.uid, secondFactor, passkeys, twoSteps }
}
