import type { FastifyInstance, FastifyReply } from 'fastify'
import { setProvedPhone } from '../accounts.ts'
import { spendProof, waitingCode } from '../codes.ts'
import { askPage } from '../pages/ask.ts'
import type { Fault } from '../pages/field.ts'
import type { Realm } from '../realm.ts'
import { type Sending, sendCode } from '../send-code.ts'
import { askForCode, askToConfirm, type Desk, isConfirmed, signedIn, takeCode } from './confirm.ts'
import { answer, phoneNumber, posted } from './form.ts'
import { smsFault } from './sms-fault.ts'

/**
 * The steps to verify a phone number by SMS. The number replaces the previous one once its code is entered correctly.
 */
export function phoneSteps(app: FastifyInstance, realm: Realm): void {
  const { pool } = realm.options

  const ask = async (desk: Desk) => {
    if (!(await isConfirmed(realm, desk))) return askToConfirm(desk, 'phone')
    if (desk.request.method !== 'POST') return show(desk, '')
    const typed = posted(desk.request, 'phone', 64).trim()
    const number = phoneNumber(typed)
    if (number === undefined) return show(desk, typed, { field: 'phone', text: 'error.phone-bad' })
    return send(desk, typed, number)
  }

  const again = async (desk: Desk) => {
    const sent = await waitingCode(pool, desk.owner, 'phone')
    if (!sent || !(await isConfirmed(realm, desk))) return desk.reply.redirect(`${desk.base}/phone`, 303)
    return send(desk, sent.typed, sent.address)
  }

  const send = async (desk: Desk, typed: string, number: string) => {
    const refused = await smsFault(realm, desk.page(''), desk.account.subject, number)
    if (refused) return show(desk, typed, refused.fault, refused.wait)
    const sending: Sending = {
      owner: desk.owner,
      purpose: 'phone',
      channel: 'sms',
      typed,
      address: number,
      account: desk.account.subject,
      message: { to: number, as: 'phone' },
    }
    const wait = await sendCode(realm, desk.request, sending, { language: desk.page('').language, asking: desk.asking })
    if (wait === 0) return desk.reply.redirect(`${desk.base}/phone/code`, 303)
    const fault: Fault = { text: 'error.wait-code', wait: desk.words(wait) }
    const waiting = await waitingCode(pool, desk.owner, 'phone')
    return waiting?.address === number ? askForCode(desk, waiting, '', fault, wait) : show(desk, typed, fault, wait)
  }

  const code = async (desk: Desk) => {
    const sent = await waitingCode(pool, desk.owner, 'phone')
    if (!sent) return desk.reply.redirect(`${desk.base}/phone`, 303)
    if (desk.request.method !== 'POST') return askForCode(desk, sent, '')
    const taken = await takeCode(realm, desk, 'phone')
    if ('text' in taken) return askForCode(desk, sent, '', taken)
    if (!(await spendProof(pool, desk.owner, 'confirm'))) return askToConfirm(desk, 'phone')
    const { subject, phone, phoneVerified } = desk.account
    await setProvedPhone(pool, subject, taken.address)
    const before = phoneVerified ? phone : null
    if (before !== taken.address)
      await realm.options.phoneProved?.({ subject, phone: taken.address, before, language: desk.page('').language })
    desk.request.log.info({ event: 'phone-proved', account: subject, ip: desk.request.ip }, 'identity: phone proved')
    return desk.reply.redirect(`${desk.base}?done=phone`, 303)
  }

  app.get('/phone', signedIn(realm, ask))
  app.post('/phone', signedIn(realm, ask))
  app.post('/phone/again', signedIn(realm, again))
  app.get('/phone/code', signedIn(realm, code))
  app.post('/phone/code', signedIn(realm, code))
}

function show(desk: Desk, typed: string, fault?: Fault, wait = 0): FastifyReply {
  const page = askPage(desk.page('/phone'), {
    title: 'phone.title',
    lead: 'phone.lead',
    field: 'phone',
    value: typed,
    hint: 'phone.hint',
    note: 'phone.risk',
    action: `${desk.base}/phone`,
    submit: 'phone.submit',
    links: [{ text: 'account.title', href: desk.base }],
    fault,
  })
  return answer(desk.reply, page, fault, wait)
}
