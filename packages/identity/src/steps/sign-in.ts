import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountByEmail, emailKey, findSubject, strengthenHash } from '../accounts.ts'
import { waitingCode } from '../codes.ts'
import { sayWait } from '../language.ts'
import { logFailure } from '../log-failure.ts'
import type { Fault } from '../pages/field.ts'
import { notice } from '../pages/layout.ts'
import { signInPage } from '../pages/sign-in.ts'
import { verifyPassword } from '../password.ts'
import { pageFor, type Realm } from '../realm.ts'
import { sendCode } from '../send-code.ts'
import { answer, emailFault, inPath, posted, postedEmail } from './form.ts'
import { type Visit, visitOf } from './visit.ts'

/** The first page of an interaction and the ways in that start there. */
export function signInSteps(app: FastifyInstance, realm: Realm): void {
  const { pool, oneClick, smsOffered } = realm.options

  const show = (reply: FastifyReply, visit: Visit, email: string, fault?: Fault, wait = 0) =>
    answer(reply, signInPage(visit.page(), { base: visit.base, email, smsOffered, oneClick, fault }), fault, wait)

  app.get('/', async (request, reply) => {
    const visit = await visitOf(realm, request, reply)
    return show(reply, visit, visit.hint)
  })

  app.post('/password', async (request, reply) => {
    const visit = await visitOf(realm, request, reply)
    const email = postedEmail(request)
    const password = posted(request, 'password')
    const fault = emailFault(email)
    if (fault) return show(reply, visit, email, fault)
    if (password === '') return show(reply, visit, email, { field: 'password', text: 'error.password-empty' })
    const wait = await realm.limits.tryPassword(emailKey(email), request.ip)
    if (wait > 0) {
      logFailure(request, 'too-many-passwords', { subject: undefined, email })
      const words = sayWait(visit.page().say, wait)
      return show(reply, visit, email, { text: 'error.wait-password', wait: words }, wait)
    }
    const account = await accountByEmail(pool, email)
    if (!(await verifyPassword(password, account?.passwordHash)) || !account) {
      logFailure(request, 'password', { subject: account?.subject, email })
      return show(reply, visit, email, { field: 'password', text: 'error.sign-in' })
    }
    await realm.limits.forgivePassword(emailKey(email), request.ip)
    await strengthenHash(pool, account, password)
    return visit.firstStepDone(account.subject, ['pwd'])
  })

  // A reload of the answer to a form is a GET.
  for (const form of ['/password', '/email-code', '/sms-code', '/one-click', '/code/again']) {
    app.get(form, (request, reply) => reply.redirect(`${realm.path}/interaction/${inPath(request, 'uid')}`, 303))
  }

  const byCode = (channel: 'email' | 'sms') => async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = await visitOf(realm, request, reply)
    const email = postedEmail(request)
    const fault = emailFault(email)
    if (fault) return show(reply, visit, email, fault)
    const account = await accountByEmail(pool, email)
    const to = channel === 'email' ? account?.email : account?.phoneVerified ? (account.phone ?? undefined) : undefined
    const wait = await sendCode(
      realm,
      request,
      {
        owner: visit.owner,
        purpose: 'sign-in',
        channel,
        typed: email,
        address: emailKey(email),
        account: to === undefined ? null : (account?.subject ?? null),
        message: to === undefined ? undefined : { to, as: 'sign-in' },
      },
      visit.page().language,
    )
    if (wait > 0 && !(await isWaiting(visit, channel, email))) {
      return show(reply, visit, email, { text: 'error.wait-code', wait: sayWait(visit.page().say, wait) }, wait)
    }
    return reply.redirect(`${visit.base}/code?purpose=sign-in`, 303)
  }

  /** A second press of the button leads to the page that waits for the code just sent. */
  const isWaiting = async (visit: Visit, channel: string, email: string) => {
    const waiting = await waitingCode(pool, visit.owner, 'sign-in')
    return waiting?.channel === channel && waiting.address === emailKey(email)
  }

  app.post('/email-code', byCode('email'))
  if (smsOffered) app.post('/sms-code', byCode('sms'))

  app.post('/one-click', async (request, reply) => {
    const offered = oneClick.find(account => emailKey(account.email) === emailKey(postedEmail(request)))
    if (!offered) {
      const page = pageFor(realm, request.raw, `/interaction/${inPath(request, 'uid')}`)
      return reply
        .code(404)
        .type('text/html; charset=utf-8')
        .send(notice(page, 'missing.title', 'missing.text'))
    }
    const visit = await visitOf(realm, request, reply)
    const subject = await findSubject(pool, offered.email)
    if (!subject) return show(reply, visit, '', { text: 'error.one-click' })
    return visit.firstStepDone(subject, ['demo'])
  })
}
