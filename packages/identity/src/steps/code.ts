import type { FastifyInstance, FastifyReply } from 'fastify'
import { accountByEmail, accountBySubject, changePassword, createAccount, emailKey, proveEmail } from '../accounts.ts'
import { askingOf, newHash } from '../check-password.ts'
import { type CodePurpose, proof, type SentCode, spendProof, tryCode, waitingCode } from '../codes.ts'
import { sayWait } from '../language.ts'
import { logFailure } from '../log-failure.ts'
import { askPage } from '../pages/ask.ts'
import { codePage } from '../pages/code.ts'
import type { Fault } from '../pages/field.ts'
import type { Realm } from '../realm.ts'
import { type Sending, sendCode } from '../send-code.ts'
import { tell } from '../tell.ts'
import { answer, emailFault, newPasswordFault, posted, postedEmail, queried, sixDigits } from './form.ts'
import { tooManyCodes } from './too-many-codes.ts'
import { Gone, type Visit, visitOf } from './visit.ts'

type Start = 'create' | 'reset'

/**
 * The steps to create an account or reset a password: address, code, new password. The codes for signing in are entered
 * here too.
 */
export function codeSteps(app: FastifyInstance, realm: Realm): void {
  const { pool } = realm.options

  for (const purpose of ['create', 'reset'] as const) {
    app.get(`/${purpose}`, async (request, reply) => {
      const visit = await visitOf(realm, request, reply)
      return showStart(reply, visit, purpose, '')
    })

    app.post(`/${purpose}`, async (request, reply) => {
      const visit = await visitOf(realm, request, reply)
      const email = postedEmail(request)
      const fault = emailFault(email)
      if (fault) return showStart(reply, visit, purpose, email, fault)
      const account = await accountByEmail(pool, email)
      const address = emailKey(email)
      const sent: SentCode = {
        owner: visit.owner,
        purpose,
        channel: 'email',
        typed: email,
        address,
        account: account?.subject ?? null,
      }
      const asking = askingOf(realm, request, account?.subject)
      const { language } = visit.page()
      const wait = await sendCode(realm, request, { ...sent, message: await messageFor(sent) }, { language, asking })
      const waiting = wait > 0 ? await waitingCode(pool, visit.owner, purpose) : undefined
      if (waiting?.address === address) return showCode(reply, visit, waiting, notAgain(visit, wait), wait)
      if (wait > 0) {
        const fault = await tooManyCodes(realm, request, visit.page(), { email, account, wait })
        return showStart(reply, visit, purpose, email, fault, wait)
      }
      return reply.redirect(`${visit.base}/code?purpose=${purpose}`, 303)
    })
  }

  app.get('/code', async (request, reply) => {
    const visit = await visitOf(realm, request, reply)
    const sent = await waitingCode(pool, visit.owner, purposeOf(queried(request, 'purpose')))
    if (!sent) return reply.redirect(visit.base, 303)
    return showCode(reply, visit, sent)
  })

  app.post('/code', async (request, reply) => {
    const visit = await visitOf(realm, request, reply)
    const purpose = purposeOf(posted(request, 'purpose'))
    const sent = await waitingCode(pool, visit.owner, purpose)
    if (!sent) return reply.redirect(visit.base, 303)
    const code = sixDigits(posted(request, 'code', 64))
    if (code === undefined) return showCode(reply, visit, sent, { field: 'code', text: 'error.code-format' })
    const proved = await tryCode(pool, realm.options.keys().codes, visit.owner, purpose, code)
    if (typeof proved === 'string') {
      logFailure(request, 'code', { subject: sent.account, email: sent.typed })
      return showCode(reply, visit, sent, { field: 'code', text: `error.code-${proved}` })
    }
    const { account, channel } = proved
    if (account !== null && channel === 'email') await proveEmail(pool, account)
    if (account !== null && purpose !== 'reset') {
      return visit.firstStepDone(account, channel === 'sms' ? ['otp', 'sms'] : ['otp'])
    }
    return reply.redirect(`${visit.base}/new-password?purpose=${purpose}`, 303)
  })

  app.post('/code/again', async (request, reply) => {
    const visit = await visitOf(realm, request, reply)
    const sent = await waitingCode(pool, visit.owner, purposeOf(posted(request, 'purpose')))
    if (!sent) return reply.redirect(visit.base, 303)
    const account = await accountByEmail(pool, sent.typed)
    const asking = askingOf(realm, request, account?.subject)
    const { language } = visit.page()
    const wait = await sendCode(realm, request, { ...sent, message: await messageFor(sent) }, { language, asking })
    if (wait > 0) {
      const fault = await tooManyCodes(realm, request, visit.page(), { email: sent.typed, account, wait })
      return showCode(reply, visit, sent, fault, wait)
    }
    return reply.redirect(`${visit.base}/code?purpose=${sent.purpose}`, 303)
  })

  app.get('/new-password', async (request, reply) => {
    const visit = await visitOf(realm, request, reply)
    const purpose = startOf(queried(request, 'purpose'))
    const proved = await proof(pool, visit.owner, purpose)
    if (!proved) return reply.redirect(visit.base, 303)
    return showNewPassword(reply, visit, purpose, proved)
  })

  app.post('/new-password', async (request, reply) => {
    const visit = await visitOf(realm, request, reply)
    const purpose = startOf(queried(request, 'purpose'))
    const proved = await proof(pool, visit.owner, purpose)
    if (!proved) return reply.redirect(visit.base, 303)
    const password = posted(request, 'new-password')
    const known = proved.account === null ? undefined : await accountBySubject(pool, proved.account)
    const owner = { email: proved.address, name: known?.name ?? null, brand: realm.options.brand }
    const fault = newPasswordFault(password, owner)
    if (fault) return showNewPassword(reply, visit, purpose, proved, fault)
    if (!(await spendProof(pool, visit.owner, purpose))) throw new Gone()
    const passwordHash = await newHash(realm, askingOf(realm, request, known?.subject), password)
    if (proved.account !== null) {
      await changePassword(pool, proved.account, passwordHash, visit)
      await realm.options.credentialsChanged(proved.account)
      request.log.info({ event: 'password-changed', account: proved.account, ip: request.ip }, 'identity: new password')
      if (known) tell(realm, request, known, 'password-changed', visit.page().language)
      return visit.firstStepDone(proved.account, ['otp', 'pwd'])
    }
    const { subject } = await createAccount(pool, { email: proved.typed, emailVerified: true, passwordHash })
    return visit.firstStepDone(subject, ['otp', 'pwd'])
  })

  /** An e-mail about an existing account goes to the account's own address, never to one that only looks like it. */
  const messageFor = async (sent: SentCode): Promise<Sending['message']> => {
    const account = await accountBySubject(pool, sent.account ?? '00000000-0000-0000-0000-000000000000')
    if (!account) return sent.purpose === 'create' ? { to: sent.typed, as: 'create' } : undefined
    if (sent.channel === 'email') return { to: account.email, as: sent.purpose === 'create' ? 'known' : sent.purpose }
    return account.phoneVerified && account.phone !== null ? { to: account.phone, as: 'sign-in' } : undefined
  }
}

const showStart = (reply: FastifyReply, visit: Visit, purpose: Start, email: string, fault?: Fault, wait = 0) =>
  answer(
    reply,
    askPage(visit.page(`/${purpose}`), {
      title: `${purpose}.title`,
      lead: `${purpose}.lead`,
      field: 'email',
      value: email,
      action: `${visit.base}/${purpose}`,
      submit: `${purpose}.submit`,
      links: [{ text: purpose === 'create' ? 'create.have' : 'reset.back', href: visit.base }],
      fault,
    }),
    fault,
    wait,
  )

/** The fault if a second code is requested too early. The page must not say again that a code was sent. */
export const notAgain = (visit: Visit, wait: number): Fault => ({
  text: 'error.wait-sent',
  wait: sayWait(visit.page().say, wait),
})

export const showCode = (reply: FastifyReply, visit: Visit, sent: SentCode, fault?: Fault, wait = 0) => {
  const page = visit.page(`/code?purpose=${sent.purpose}`)
  const action = `${visit.base}/code`
  return answer(reply, codePage(page, { sent, action, again: `${action}/again`, back: visit.base, fault }), fault, wait)
}

const showNewPassword = (reply: FastifyReply, visit: Visit, purpose: Start, proved: SentCode, fault?: Fault) =>
  answer(
    reply,
    askPage(visit.page(`/new-password?purpose=${purpose}`), {
      title: 'new.title',
      account: proved.typed,
      field: 'new-password',
      hint: 'new.hint',
      action: `${visit.base}/new-password?purpose=${purpose}`,
      submit: `new.submit-${purpose}`,
      note: purpose === 'reset' ? 'new.note-reset' : undefined,
      links: [],
      fault,
    }),
    fault,
  )

const purposeOf = (text: string): CodePurpose => (text === 'create' || text === 'reset' ? text : 'sign-in')
const startOf = (text: string): Start => (text === 'reset' ? 'reset' : 'create')
