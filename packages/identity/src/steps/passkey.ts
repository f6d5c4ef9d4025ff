import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Account, accountBySubject, keepOnly } from '../accounts.ts'
import { type Asked, askNew, askUse, newPasskey, usedPasskey } from '../ceremony.ts'
import { logFailure } from '../log-failure.ts'
import { askPage, type Question } from '../pages/ask.ts'
import { askPasskeyPage } from '../pages/passkey.ts'
import { addPasskey, passkeysOf } from '../passkeys.ts'
import type { Realm } from '../realm.ts'
import { makeFirst, secondFactorOf } from '../second-factor.ts'
import { endSecondStep, type SecondStep, secondStep } from '../second-step.ts'
import { tell } from '../tell.ts'
import { answer, inPath, longestAnswer, posted } from './form.ts'
import { Gone, type Visit, visitOf } from './visit.ts'

/**
 * The `amr` of a passkey. It counts as two factors: possession of a key, and verification of the user who unlocked
 * it.
 */
const byPasskey = ['pop', 'user', 'mfa']

type Stand = { visit: Visit; step: SecondStep; account: Account; request: FastifyRequest; reply: FastifyReply }

/**
 * The steps to sign in with a passkey, alone or as the second step. A user who needs a second factor can add a
 * passkey in that step.
 */
export function passkeySteps(app: FastifyInstance, realm: Realm, domain: string): void {
  const { pool } = realm.options

  const alone = async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = await visitOf(realm, request, reply)
    const asked = await askUse(realm, domain, { owner: visit.owner, account: null, known: [] })
    return showUse(visit, reply, asked, '/passkey')
  }

  const takeAlone = async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = await visitOf(realm, request, reply)
    const used = await usedPasskey(realm, domain, given(visit, request))
    if ('passkey' in used) return visit.firstStepDone(used.passkey.account, byPasskey)
    logFailure(request, used.because, { subject: used.account, email: '' })
    return refused(visit, reply, `${visit.base}/passkey`, visit.base)
  }

  const afterFirst =
    (handler: (stand: Stand) => Promise<FastifyReply>) => async (request: FastifyRequest, reply: FastifyReply) => {
      const visit = await visitOf(realm, request, reply)
      const step = await secondStep(pool, visit.owner)
      const account = step && (await accountBySubject(pool, step.account))
      if (!account || step.passed) return reply.redirect(account ? `${visit.base}/second-step` : visit.base, 303)
      return handler({ visit, step, account, request, reply })
    }

  /** Requests a passkey if the account has one, or lets the user add one if the account has no factor at all. */
  const second = async ({ visit, account, reply }: Stand) => {
    const known = await passkeysOf(pool, account.subject)
    if (known.length > 0) {
      const asked = await askUse(realm, domain, { owner: visit.owner, account: account.subject, known })
      return showUse(visit, reply, asked, '/second-step/passkey')
    }
    if (await secondFactorOf(pool, account.subject)) return reply.redirect(`${visit.base}/second-step`, 303)
    const name = visit.page().say('passkeys.first')
    const asked = await askNew(realm, domain, { owner: visit.owner, account, name, known })
    const page = askPasskeyPage(visit.page('/second-step/passkey'), {
      asked,
      ceremony: 'create',
      action: `${visit.base}/second-step/passkey/added`,
      links: [{ text: 'recovery.app', href: `${visit.base}/second-step` }],
    })
    return answer(reply, page)
  }

  const takeSecond = async (stand: Stand) => {
    const { visit, account, request, reply } = stand
    const used = await usedPasskey(realm, domain, given(visit, request))
    if ('passkey' in used && used.passkey.account === account.subject) return finish(stand)
    logFailure(request, 'because' in used ? used.because : 'passkey', account)
    return refused(visit, reply, `${visit.base}/second-step/passkey`, `${visit.base}/second-step`)
  }

  const add = async (stand: Stand) => {
    const { visit, account, request, reply } = stand
    const { subject } = account
    const made = await newPasskey(realm, domain, { ...given(visit, request), account: subject })
    const added = made && (await makeFirst(pool, subject, rows => addPasskey(rows, subject, made)))
    if (!made || !added) return refused(visit, reply, `${visit.base}/second-step/passkey`, `${visit.base}/second-step`)
    await keepOnly(pool, subject, visit)
    await realm.options.credentialsChanged(subject)
    request.log.info({ event: 'passkey-added', account: subject, ip: request.ip }, 'identity: passkey')
    tell(realm, request, account, 'passkey-added', visit.page().language, { name: made.name })
    return finish(stand)
  }

  const finish = async ({ visit, step }: Stand) => {
    if (!(await endSecondStep(pool, visit.owner))) throw new Gone()
    return visit.finish(step.account, [...new Set([...step.amr, ...byPasskey])])
  }

  const showUse = (visit: Visit, reply: FastifyReply, asked: Asked, below: '/passkey' | '/second-step/passkey') => {
    const links = [{ text: 'code.change', href: visit.base }] as const
    const action = `${visit.base}${below}/used`
    return answer(reply, askPasskeyPage(visit.page(below), { asked, ceremony: 'get', action, links: [...links] }))
  }

  const refused = (visit: Visit, reply: FastifyReply, again: string, back: string) => {
    const links: Question['links'] = [{ text: 'code.change', href: back }]
    const fault = { text: 'error.passkey-wrong' } as const
    const title = 'passkey.use-title'
    return answer(reply, askPage(visit.page(), { title, action: again, submit: 'passkey.use', links, fault }), fault)
  }

  app.post('/passkey', alone)
  app.post('/passkey/used', takeAlone)
  app.get('/second-step/passkey', afterFirst(second))
  app.post('/second-step/passkey', afterFirst(second))
  app.post('/second-step/passkey/used', afterFirst(takeSecond))
  app.post('/second-step/passkey/added', afterFirst(add))
  // Reloading the response to a form sends a GET.
  for (const form of ['/passkey', '/passkey/used', '/second-step/passkey/used', '/second-step/passkey/added'])
    app.get(form, (request, reply) => reply.redirect(`${realm.path}/interaction/${inPath(request, 'uid')}`, 303))
}

const given = ({ owner }: Visit, request: FastifyRequest) => ({
  owner,
  answer: posted(request, 'credential', longestAnswer),
  question: posted(request, 'question', longestAnswer),
})
