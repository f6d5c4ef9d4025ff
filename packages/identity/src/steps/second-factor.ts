import type { FastifyInstance, FastifyReply } from 'fastify'
import { keepOnly } from '../accounts.ts'
import { inTurn } from '../check-password.ts'
import { spendProof } from '../codes.ts'
import type { Notice } from '../options.ts'
import type { Fault } from '../pages/field.ts'
import { recoveryCodesPage, secondFactorPage, setUpPage } from '../pages/second-factor.ts'
import type { Realm } from '../realm.ts'
import { renewRecoveryCodes, type SecondFactor, timeStep, turnOffApp, turnOn } from '../second-factor.ts'
import { endSecondStep, offerSecret, passSecondStep, secondStep } from '../second-step.ts'
import { tell } from '../tell.ts'
import { askToConfirm, type Desk, isConfirmed, keptBy, signedIn } from './confirm.ts'
import { answer, posted, sixDigits } from './form.ts'
import { takeTypedFactor } from './typed-factor.ts'

/**
 * The pages on which a signed-in user turns two-step sign-in on and off, moves it to another phone and creates
 * recovery codes.
 */
export function secondFactorSteps(app: FastifyInstance, realm: Realm): void {
  const { options } = realm
  const { pool, needsSecondFactor, now } = options

  const stepOf = async ({ owner, account }: Desk) => {
    const step = await secondStep(pool, owner)
    return step?.account === account.subject ? step : undefined
  }

  const show = async (desk: Desk) => {
    if (!(await isConfirmed(realm, desk))) return askToConfirm(desk, 'second-factor')
    if (desk.secondFactor && !(await stepOf(desk))?.passed) return showFactor(desk, desk.secondFactor)
    return showSetUp(desk, await offerSecret(pool, desk.owner, desk.account.subject))
  }

  const setUp = async (desk: Desk) => {
    if (!(await isConfirmed(realm, desk))) return askToConfirm(desk, 'second-factor')
    const { offered = null, passed = false } = (await stepOf(desk)) ?? {}
    if (!offered || (desk.secondFactor && !passed)) return show(desk)
    const code = sixDigits(posted(desk.request, 'code', 64))
    if (code === undefined) return showSetUp(desk, offered, { field: 'code', text: 'error.app-format' })
    const step = timeStep(offered, code, now())
    if (step === undefined) return showSetUp(desk, offered, { field: 'code', text: 'error.app-wrong' })
    if (!(await spendProof(pool, desk.owner, 'confirm'))) return askToConfirm(desk, 'second-factor')
    const { subject } = desk.account
    const codes = await inTurn(realm, desk.asking, () =>
      turnOn(options, subject, { secret: offered, step, replaces: passed }),
    )
    await endSecondStep(pool, desk.owner)
    if (!codes) return show(desk)
    await changed(desk, 'factor-on')
    return showCodes(desk, codes)
  }

  /** Wraps a handler, so that it runs only after a right code. */
  const withCode = (then: (desk: Desk) => Promise<FastifyReply>) => async (desk: Desk) => {
    if (!desk.secondFactor) return desk.reply.redirect(`${desk.base}/second-factor`, 303)
    if (!(await isConfirmed(realm, desk))) return askToConfirm(desk, 'second-factor')
    const untaken = await takeTypedFactor(realm, desk)
    return untaken ? showFactor(desk, desk.secondFactor, untaken.fault, untaken.wait) : then(desk)
  }

  const renew = withCode(async desk => {
    if (!(await spendProof(pool, desk.owner, 'confirm'))) return askToConfirm(desk, 'second-factor')
    const codes = await inTurn(realm, desk.asking, () => renewRecoveryCodes(options, desk.account.subject))
    const { account, request } = desk
    request.log.info({ event: 'recovery-codes-made', account: account.subject, ip: request.ip }, 'identity: new codes')
    tell(realm, request, account, 'recovery-made', desk.page('').language)
    return showCodes(desk, codes)
  })

  const anew = withCode(async desk => {
    await offerSecret(pool, desk.owner, desk.account.subject)
    await passSecondStep(pool, desk.owner)
    return desk.reply.redirect(`${desk.base}/second-factor`, 303)
  })

  const off = withCode(async desk => {
    const { subject } = desk.account
    if ((await needsSecondFactor(subject)) && desk.passkeys.length === 0)
      return desk.reply.redirect(`${desk.base}/second-factor`, 303)
    if (!(await spendProof(pool, desk.owner, 'confirm'))) return askToConfirm(desk, 'second-factor')
    await turnOffApp(pool, subject)
    await changed(desk, 'factor-off')
    return desk.reply.redirect(`${desk.base}?done=factor-off`, 303)
  })

  const changed = async (desk: Desk, notice: Notice) => {
    const { account, request } = desk
    const { subject } = account
    await keepOnly(pool, subject, keptBy(desk))
    await realm.options.credentialsChanged(subject)
    request.log.info({ event: `second-${notice}`, account: subject, ip: request.ip }, 'identity: second factor')
    tell(realm, request, account, notice, desk.page('').language)
  }

  const showSetUp = (desk: Desk, secret: Buffer, fault?: Fault) => {
    const { email } = desk.account
    const action = `${desk.base}/second-factor`
    const page = setUpPage(desk.page('/second-factor'), {
      secret,
      email,
      why: desk.secondFactor ? 'another' : 'chosen',
      action,
      back: desk.base,
      fault,
    })
    return answer(desk.reply, page, fault)
  }

  const showFactor = async (desk: Desk, factor: SecondFactor, fault?: Fault, wait = 0) => {
    const required = desk.passkeys.length === 0 && (await needsSecondFactor(desk.account.subject))
    const page = secondFactorPage(desk.page('/second-factor'), factor, { required, base: desk.base, fault })
    return answer(desk.reply, page, fault, wait)
  }

  const showCodes = (desk: Desk, codes: readonly string[]) =>
    answer(desk.reply, recoveryCodesPage(desk.page('/second-factor'), codes, { method: 'get', to: desk.base }))

  app.get('/second-factor', signedIn(realm, show))
  app.post('/second-factor', signedIn(realm, setUp))
  app.post('/second-factor/codes', signedIn(realm, renew))
  app.post('/second-factor/anew', signedIn(realm, anew))
  app.post('/second-factor/off', signedIn(realm, off))
}
