import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { emailKey, type Kept } from '../accounts.ts'
import { checkPassword } from '../check-password.ts'
import { proof, provedOtherwise, type SentCode, tryCode, waitingCode } from '../codes.ts'
import { sayWait } from '../language.ts'
import type { Asking } from '../limits.ts'
import { logFailure } from '../log-failure.ts'
import { askPage, type Question } from '../pages/ask.ts'
import { codePage } from '../pages/code.ts'
import type { Fault } from '../pages/field.ts'
import { notice, type Page } from '../pages/layout.ts'
import { pageFor, type Realm } from '../realm.ts'
import { type Sending, sendCode } from '../send-code.ts'
import { answer, posted, queried, sixDigits } from './form.ts'
import { type SignedIn, sessionOf } from './visit.ts'

/** The page under /account to return to after the confirmation. */
export type Aim = (typeof aims)[number]
const aims = ['phone', 'password', 'second-factor', 'passkeys'] as const

/** A request of a signed-in user. */
export type Desk = SignedIn & {
  /** The owner of the codes requested in this session. */
  owner: string
  request: FastifyRequest
  reply: FastifyReply
  /** The address of the account page. */
  base: string
  page: (here: string) => Page
  words: (seconds: number) => string
  /** The attempts of a session are counted separately, so that attempts of strangers do not lock it out. */
  asking: Asking
}

/** Keeps only this session of the account. */
export const keptBy = ({ uid, owner }: Desk): Kept => ({ session: uid, owner })

/** Wraps a handler for signed-in people. Others get a page that says that they are signed out. */
export const signedIn =
  (realm: Realm, handler: (desk: Desk) => Promise<FastifyReply>) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const page = (here: string) => pageFor(realm, request.raw, `/account${here}`)
    const session = await sessionOf(realm, request, reply)
    if (!session) {
      const text = notice(page(''), 'account.signed-out-title', 'account.signed-out')
      return reply.code(401).type('text/html; charset=utf-8').send(text)
    }
    const words = (seconds: number) => sayWait(page('').say, seconds)
    const base = `${realm.path}/account`
    const owner = `session:${session.uid}`
    return handler({ ...session, owner, request, reply, base, page, words, asking: { ip: request.ip, own: owner } })
  }

export const isConfirmed = async (realm: Realm, desk: Desk): Promise<boolean> =>
  (await proof(realm.options.pool, desk.owner, 'confirm')) !== undefined

/** Shows the page that asks for the password or, if the account has none, offers to send a code. */
export function askToConfirm(desk: Desk, aim: Aim, fault?: Fault, wait = 0): FastifyReply {
  const { base, account } = desk
  const byCode = `${base}/confirm/again?for=${aim}`
  const way: Pick<Question, 'lead' | 'field' | 'action' | 'submit' | 'other'> =
    account.passwordHash === null
      ? { lead: 'confirm.lead-code', action: byCode, submit: 'confirm.send' }
      : {
          lead: 'confirm.lead',
          field: 'current-password',
          action: `${base}/confirm?for=${aim}`,
          submit: 'confirm.submit',
          other: { text: 'confirm.email-code', action: byCode },
        }
  const links: Question['links'] = [{ text: 'account.title', href: base }]
  const page = askPage(desk.page(`/${aim}`), { title: 'confirm.title', account: account.email, ...way, links, fault })
  return answer(desk.reply, page, fault, wait)
}

/** Shows the page for entering the code that was sent for `phone` or `confirm`. */
export function askForCode(desk: Desk, sent: SentCode, query: string, fault?: Fault, wait = 0): FastifyReply {
  const action = `${desk.base}/${sent.purpose}/code${query}`
  const again = `${desk.base}/${sent.purpose}/again${query}`
  const page = codePage(desk.page(`/${sent.purpose}/code${query}`), { sent, action, again, back: desk.base, fault })
  return answer(desk.reply, page, fault, wait)
}

/** Checks the posted code. Returns what it proves, or the fault to show. */
export async function takeCode(realm: Realm, desk: Desk, purpose: 'phone' | 'confirm'): Promise<SentCode | Fault> {
  const code = sixDigits(posted(desk.request, 'code', 64))
  if (code === undefined) return { field: 'code', text: 'error.code-format' }
  const proved = await tryCode(realm.options.pool, realm.options.keys().codes, desk.owner, purpose, code)
  if (typeof proved !== 'string') return proved
  logFailure(desk.request, 'code', desk.account)
  return { field: 'code', text: `error.code-${proved}` }
}

/**
 * The pages on which a user proves their identity before a change of sign-in data, with the current password or a
 * code that is sent to them.
 */
export function confirmSteps(app: FastifyInstance, realm: Realm): void {
  const { pool } = realm.options

  const byPassword = async (desk: Desk) => {
    const aim = aimOf(desk)
    const password = posted(desk.request, 'current-password')
    if (password === '') return askToConfirm(desk, aim, { field: 'current-password', text: 'error.password-empty' })
    const key = emailKey(desk.account.email)
    const { asking, account } = desk
    const { wait, right } = await checkPassword(realm, { key, asking }, password, account.passwordHash)
    if (wait > 0) logFailure(desk.request, 'too-many-passwords', desk.account)
    if (wait > 0) return askToConfirm(desk, aim, { text: 'error.wait-password', wait: desk.words(wait) }, wait)
    if (!right) {
      logFailure(desk.request, 'password', desk.account)
      return askToConfirm(desk, aim, { field: 'current-password', text: 'error.password-wrong' })
    }
    await provedOtherwise(pool, confirmation(desk))
    return desk.reply.redirect(`${desk.base}/${aim}`, 303)
  }

  const send = async (desk: Desk) => {
    const aim = aimOf(desk)
    const sending: Sending = { ...confirmation(desk), message: { to: desk.account.email, as: 'confirm' } }
    const wait = await sendCode(realm, desk.request, sending, { language: desk.page('').language, asking: desk.asking })
    if (wait === 0) return desk.reply.redirect(`${desk.base}/confirm/code?for=${aim}`, 303)
    const fault: Fault = { text: 'error.wait-code', wait: desk.words(wait) }
    const sent = await waitingCode(pool, desk.owner, 'confirm')
    return sent ? askForCode(desk, sent, `?for=${aim}`, fault, wait) : askToConfirm(desk, aim, fault, wait)
  }

  const code = async (desk: Desk) => {
    const aim = aimOf(desk)
    const sent = await waitingCode(pool, desk.owner, 'confirm')
    if (!sent) return desk.reply.redirect(`${desk.base}/${aim}`, 303)
    if (desk.request.method !== 'POST') return askForCode(desk, sent, `?for=${aim}`)
    const taken = await takeCode(realm, desk, 'confirm')
    if ('text' in taken) return askForCode(desk, sent, `?for=${aim}`, taken)
    return desk.reply.redirect(`${desk.base}/${aim}`, 303)
  }

  app.post('/confirm', signedIn(realm, byPassword))
  app.post('/confirm/again', signedIn(realm, send))
  app.get('/confirm/code', signedIn(realm, code))
  app.post('/confirm/code', signedIn(realm, code))
}

const confirmation = ({ owner, account }: Desk): SentCode => ({
  owner,
  purpose: 'confirm',
  channel: 'email',
  typed: account.email,
  address: emailKey(account.email),
  account: account.subject,
})

const aimOf = (desk: Desk): Aim => aims.find(aim => aim === queried(desk.request, 'for')) ?? 'password'
