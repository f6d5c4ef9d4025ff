import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { accountByEmail, emailKey, findSubject, renewHash } from '../accounts.ts'
import { askingOf, checkPassword, newHash } from '../check-password.ts'
import { waitingCode } from '../codes.ts'
import { sayWait } from '../language.ts'
import { logFailure } from '../log-failure.ts'
import { sendCompressed } from '../pages/compressed.ts'
import type { Fault } from '../pages/field.ts'
import { notice } from '../pages/layout.ts'
import { signInPage } from '../pages/sign-in.ts'
import { isOutdated } from '../password.ts'
import { pageFor, type Realm } from '../realm.ts'
import { sendCode } from '../send-code.ts'
import { sendLink } from '../send-link.ts'
import { notAgain, showCode } from './code.ts'
import { answer, emailFault, inPath, posted, postedEmail } from './form.ts'
import { smsPause } from './sms-fault.ts'
import { tooManyCodes } from './too-many-codes.ts'
import { type Visit, visitOf } from './visit.ts'

/** The first page of a sign-in, and the sign-in methods that start there. */
export function signInSteps(app: FastifyInstance, realm: Realm): void {
  const { pool, passwordCost, oneClick, smsOffered, about } = realm.options

  const passkeysOffered = realm.passkeyDomain !== undefined

  const show = (reply: FastifyReply, visit: Visit, email: string, fault?: Fault, wait = 0) =>
    answer(
      reply,
      signInPage(visit.page(), { base: visit.base, email, smsOffered, passkeysOffered, oneClick, about, fault }),
      fault,
      wait,
    )

  app.get('/', async (request, reply) => {
    const visit = await visitOf(realm, request, reply)
    if (visit.hint !== '') return show(reply, visit, visit.hint)
    // Without a prefilled e-mail address, the page differs between visitors only in its own URL, so it may be
    // compressed.
    const { base } = visit
    const page = signInPage(visit.page(), {
      base,
      email: '',
      smsOffered,
      passkeysOffered,
      oneClick,
      about,
      styled: true,
    })
    return sendCompressed(request, reply.type('text/html; charset=utf-8'), page)
  })

  app.post('/password', async (request, reply) => {
    const visit = await visitOf(realm, request, reply)
    const email = postedEmail(request)
    const password = posted(request, 'password')
    const fault = emailFault(email)
    if (fault) return show(reply, visit, email, fault)
    if (password === '') return show(reply, visit, email, { field: 'password', text: 'error.password-empty' })
    const account = await accountByEmail(pool, email)
    const asking = askingOf(realm, request, account?.subject)
    const checked = await checkPassword(realm, { key: emailKey(email), asking }, password, account?.passwordHash)
    if (checked.wait > 0) {
      logFailure(request, 'too-many-passwords', { subject: undefined, email })
      const { say, language } = visit.page()
      await sendLink(realm, request, email, account, language)
      const fault: Fault = { text: 'error.wait-password-link', wait: sayWait(say, checked.wait) }
      return show(reply, visit, email, fault, checked.wait)
    }
    if (!checked.right || !account) {
      logFailure(request, 'password', { subject: account?.subject, email })
      return show(reply, visit, email, { field: 'password', text: 'error.sign-in' })
    }
    if (account.passwordHash !== null && isOutdated(account.passwordHash, passwordCost))
      await renewHash(pool, account, await newHash(realm, asking, password))
    return visit.firstStepDone(account.subject, ['pwd'])
  })

  // Reloading the response to a form sends a GET.
  for (const form of ['/password', '/email-code', '/sms-code', '/one-click', '/code/again']) {
    app.get(form, (request, reply) => reply.redirect(`${realm.path}/interaction/${inPath(request, 'uid')}`, 303))
  }

  const byCode = (channel: 'email' | 'sms') => async (request: FastifyRequest, reply: FastifyReply) => {
    const visit = await visitOf(realm, request, reply)
    const email = postedEmail(request)
    const fault = emailFault(email)
    if (fault) return show(reply, visit, email, fault)
    const paused = channel === 'sms' ? await smsPause(realm, visit.page()) : undefined
    if (paused) return show(reply, visit, email, paused.fault, paused.wait)
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
      { language: visit.page().language, asking: askingOf(realm, request, account?.subject) },
    )
    const waiting = wait > 0 ? await waitingFor(visit, channel, email) : undefined
    if (waiting) return showCode(reply, visit, waiting, notAgain(visit, wait), wait)
    if (wait > 0)
      return show(reply, visit, email, await tooManyCodes(realm, request, visit.page(), { email, account, wait }), wait)
    return reply.redirect(`${visit.base}/code?purpose=sign-in`, 303)
  }

  /** Pressing the button a second time leads to the page for entering the code that has just been sent. */
  const waitingFor = async (visit: Visit, channel: string, email: string) => {
    const waiting = await waitingCode(pool, visit.owner, 'sign-in')
    return waiting?.channel === channel && waiting.address === emailKey(email) ? waiting : undefined
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
