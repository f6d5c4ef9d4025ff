import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Account, accountBySubject, keepOnly } from '../accounts.ts'
import { inTurn } from '../check-password.ts'
import { sayWait } from '../language.ts'
import { logFailure } from '../log-failure.ts'
import { askPage, type Question } from '../pages/ask.ts'
import type { Fault } from '../pages/field.ts'
import { recoveryCodesPage, setUpPage } from '../pages/second-factor.ts'
import { passkeysOf } from '../passkeys.ts'
import type { Realm } from '../realm.ts'
import {
  makeFirst,
  recoveryCode,
  secondFactorOf,
  takeAppCode,
  takeRecoveryCode,
  timeStep,
  turnOn,
} from '../second-factor.ts'
import { endSecondStep, offerSecret, passSecondStep, type SecondStep, secondStep } from '../second-step.ts'
import { tell } from '../tell.ts'
import { answer, inPath, posted, sixDigits } from './form.ts'
import { Gone, type Visit, visitOf } from './visit.ts'

type Stand = { visit: Visit; step: SecondStep; account: Account; request: FastifyRequest; reply: FastifyReply }

/** The second step of a sign-in: a code from the app, a recovery code, or setting up the app. */
export function secondSteps(app: FastifyInstance, realm: Realm): void {
  const { options } = realm
  const { pool, now } = options

  /** Wraps a handler, so that it runs only after the first step. Other requests are redirected to the first page. */
  const afterFirst =
    (handler: (stand: Stand) => Promise<FastifyReply>) => async (request: FastifyRequest, reply: FastifyReply) => {
      const visit = await visitOf(realm, request, reply)
      const step = await secondStep(pool, visit.owner)
      const account = step && (await accountBySubject(pool, step.account))
      return account ? handler({ visit, step, account, request, reply }) : reply.redirect(visit.base, 303)
    }

  const show = async (stand: Stand) => {
    if (stand.step.passed) return showPassed(stand)
    if (await secondFactorOf(pool, stand.step.account)) return showApp(stand)
    return (await hasPasskeys(stand)) ? stand.reply.redirect(byPasskey(stand), 303) : showSetUp(stand)
  }

  const take = async (stand: Stand) => {
    const { step, request } = stand
    if (step.passed) return showPassed(stand)
    const code = sixDigits(posted(request, 'code', 64))
    const has = await secondFactorOf(pool, step.account)
    if (!has) return setUp(stand, code)
    if (code === undefined) return showApp(stand, { field: 'code', text: 'error.app-format' })
    const wait = await mayTry(stand)
    if (wait > 0) return showApp(stand, tooMany(stand, wait), wait)
    const taken = await takeAppCode(options, step.account, code)
    if (taken === 'taken') return finish(stand)
    logFailure(request, 'second-factor', stand.account)
    return showApp(stand, { field: 'code', text: `error.app-${taken}` })
  }

  const takeRecovery = async (stand: Stand) => {
    const { step, request } = stand
    const code = recoveryCode(posted(request, 'recovery', 64))
    if (code === undefined) return showRecovery(stand, { field: 'recovery', text: 'error.recovery-format' })
    const wait = await mayTry(stand)
    if (wait > 0) return showRecovery(stand, tooMany(stand, wait), wait)
    const asking = { ip: request.ip, own: step.account }
    if ((await inTurn(realm, asking, () => takeRecoveryCode(pool, step.account, code))) !== 'taken') {
      logFailure(request, 'second-factor', stand.account)
      return showRecovery(stand, { field: 'recovery', text: 'error.recovery-wrong' })
    }
    request.log.info({ event: 'recovery-code-used', account: step.account, ip: request.ip }, 'identity: recovery code')
    tell(realm, request, stand.account, 'recovery-used', stand.visit.page().language)
    return finish(stand)
  }

  const hasPasskeys = async ({ step }: Stand) =>
    realm.passkeyDomain !== undefined && (await passkeysOf(pool, step.account)).length > 0

  const mayTry = async ({ step, request, account }: Stand) => {
    const wait = await realm.limits.trySecondFactor(step.account)
    if (wait > 0) logFailure(request, 'too-many-second-factors', account)
    return wait
  }

  /**
   * Sets up the app as the first factor. Never replaces an existing factor, because the user has passed only the
   * first step.
   */
  const setUp = async (stand: Stand, code: string | undefined) => {
    const { visit, step, account, request } = stand
    if (!step.offered) return showSetUp(stand)
    if (code === undefined) return showSetUp(stand, { field: 'code', text: 'error.app-format' })
    const first = timeStep(step.offered, code, now())
    if (first === undefined) return showSetUp(stand, { field: 'code', text: 'error.app-wrong' })
    const { offered } = step
    const codes = await inTurn(realm, { ip: request.ip, own: step.account }, () =>
      makeFirst(pool, step.account, rows =>
        turnOn({ ...options, pool: rows }, step.account, { secret: offered, step: first, replaces: false }),
      ),
    )
    if (!codes)
      return (await hasPasskeys(stand)) ? stand.reply.redirect(byPasskey(stand), 303) : showApp(stand, refused)
    await passSecondStep(pool, visit.owner)
    await keepOnly(pool, step.account, visit)
    await realm.options.credentialsChanged(step.account)
    request.log.info({ event: 'second-factor-on', account: step.account, ip: request.ip }, 'identity: second factor')
    tell(realm, request, account, 'factor-on', visit.page().language)
    const goOn = { method: 'post', to: `${visit.base}/second-step/done` } as const
    return answer(stand.reply, recoveryCodesPage(visit.page('/second-step'), codes, goOn))
  }

  const finish = async ({ visit, step }: Stand) => {
    await realm.limits.forgiveSecondFactor(step.account)
    if (!(await endSecondStep(pool, visit.owner))) throw new Gone()
    return visit.finish(step.account, [...new Set([...step.amr, 'otp', 'mfa'])])
  }

  const done = async (stand: Stand) => (stand.step.passed ? finish(stand) : show(stand))

  const showApp = async (stand: Stand, fault?: Fault, wait = 0) => {
    const { visit, reply } = stand
    const links: Question['links'] = (await hasPasskeys(stand))
      ? [{ text: 'second.passkey', href: byPasskey(stand) }]
      : []
    const page = askPage(visit.page('/second-step'), {
      title: 'second.title',
      lead: 'second.lead',
      field: 'code',
      action: `${visit.base}/second-step`,
      submit: 'code.submit',
      links: [
        ...links,
        { text: 'second.recovery', href: `${visit.base}/recovery` },
        { text: 'code.change', href: visit.base },
      ],
      fault,
    })
    return answer(reply, page, fault, wait)
  }

  const showRecovery = async ({ visit, reply }: Stand, fault?: Fault, wait = 0) => {
    const page = askPage(visit.page('/recovery'), {
      title: 'recovery.title',
      lead: 'recovery.lead',
      field: 'recovery',
      note: 'recovery.lost',
      action: `${visit.base}/recovery`,
      submit: 'code.submit',
      links: [
        { text: 'recovery.app', href: `${visit.base}/second-step` },
        { text: 'code.change', href: visit.base },
      ],
      fault,
    })
    return answer(reply, page, fault, wait)
  }

  const showSetUp = async ({ visit, step, account, reply }: Stand, fault?: Fault) => {
    const secret = await offerSecret(pool, visit.owner, step.account)
    const page = setUpPage(visit.page('/second-step'), {
      secret,
      email: account.email,
      why: 'required',
      action: `${visit.base}/second-step`,
      back: visit.base,
      passkey: realm.passkeyDomain === undefined ? undefined : byPasskey({ visit }),
      fault,
    })
    return answer(reply, page, fault)
  }

  const showPassed = async ({ visit, reply }: Stand) => {
    const page = askPage(visit.page('/second-step'), {
      title: 'passed.title',
      lead: 'passed.lead',
      action: `${visit.base}/second-step/done`,
      submit: 'code.submit',
      links: [],
    })
    return answer(reply, page)
  }

  app.get('/second-step', afterFirst(show))
  app.post('/second-step', afterFirst(take))
  app.post('/second-step/done', afterFirst(done))
  app.get('/second-step/done', (request, reply) =>
    reply.redirect(`${realm.path}/interaction/${inPath(request, 'uid')}/second-step`, 303),
  )
  app.get('/recovery', afterFirst(showRecoveryPage))
  app.post('/recovery', afterFirst(takeRecovery))

  async function showRecoveryPage(stand: Stand) {
    return (await secondFactorOf(pool, stand.step.account)) ? showRecovery(stand) : show(stand)
  }
}

/** The fault for a form that tries to replace an existing factor. */
const refused: Fault = { field: 'code', text: 'error.app-wrong' }

const byPasskey = ({ visit }: Pick<Stand, 'visit'>) => `${visit.base}/second-step/passkey`

const tooMany = ({ visit }: Stand, wait: number): Fault => ({
  text: 'error.wait-factor',
  wait: sayWait(visit.page().say, wait),
})
