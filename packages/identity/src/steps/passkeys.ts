import { isPlainName } from '@finlist/i18n/plain-name'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { endOthers, keepOnly } from '../accounts.ts'
import { askNew, askUse, newPasskey, usedPasskey } from '../ceremony.ts'
import { spendProof } from '../codes.ts'
import { logFailure } from '../log-failure.ts'
import { askPage, type Question } from '../pages/ask.ts'
import type { Fault } from '../pages/field.ts'
import { askPasskeyPage, passkeysPage } from '../pages/passkey.ts'
import { addPasskey, longestName, removePasskey, renamePasskey } from '../passkeys.ts'
import type { Realm } from '../realm.ts'
import { beginSecondStep, endSecondStep, passSecondStep, secondStep } from '../second-step.ts'
import { tell } from '../tell.ts'
import { askToConfirm, type Desk, isConfirmed, keptBy, signedIn } from './confirm.ts'
import { answer, longestAnswer, posted } from './form.ts'
import { takeTypedFactor } from './typed-factor.ts'

/** The pages on which a signed-in user adds, renames and removes passkeys. */
export function passkeyDeskSteps(app: FastifyInstance, realm: Realm, domain: string): void {
  const { options } = realm
  const { pool, needsSecondFactor } = options

  /**
   * Wraps a handler for people who have just proved their identity by the password or a code and, if the account has
   * two-step sign-in, by the second step.
   */
  const proved = (then: (desk: Desk) => Promise<FastifyReply>) =>
    signedIn(realm, async desk => {
      if (!(await isConfirmed(realm, desk))) return askToConfirm(desk, 'passkeys')
      return !desk.twoSteps || (await hasPassed(desk)) ? then(desk) : askSecond(desk)
    })

  const hasPassed = async ({ owner, account }: Desk) => {
    const step = await secondStep(pool, owner)
    return step?.account === account.subject && step.passed
  }

  const show = (desk: Desk, name = '', fault?: Fault) =>
    answer(desk.reply, passkeysPage(desk.page('/passkeys'), { ...desk, name, fault }), fault)

  const askSecond = async (desk: Desk, fault?: Fault, wait = 0) => {
    const { base, secondFactor, passkeys, owner, account } = desk
    if (!secondFactor) {
      const asked = await askUse(realm, domain, { owner, account: account.subject, known: passkeys })
      const links: Question['links'] = [{ text: 'account.title', href: base }]
      const action = `${base}/passkeys/used`
      return answer(desk.reply, askPasskeyPage(desk.page('/passkeys'), { asked, ceremony: 'get', action, links }))
    }
    const page = askPage(desk.page('/passkeys'), {
      title: 'confirm.title',
      lead: 'passkeys.prove',
      field: 'factor',
      action: `${base}/passkeys/code`,
      submit: 'confirm.submit',
      links: [{ text: 'account.title', href: base }],
      fault,
    })
    return answer(desk.reply, page, fault, wait)
  }

  const passed = async (desk: Desk) => {
    await beginSecondStep(pool, desk.owner, desk.account.subject, [])
    await passSecondStep(pool, desk.owner)
    return desk.reply.redirect(`${desk.base}/passkeys`, 303)
  }

  const takeCode = async (desk: Desk) => {
    if (!desk.secondFactor || !(await isConfirmed(realm, desk)))
      return desk.reply.redirect(`${desk.base}/passkeys`, 303)
    const untaken = await takeTypedFactor(realm, desk)
    return untaken ? askSecond(desk, untaken.fault, untaken.wait) : passed(desk)
  }

  const takePasskey = async (desk: Desk) => {
    if (!(await isConfirmed(realm, desk))) return askToConfirm(desk, 'passkeys')
    const used = await usedPasskey(realm, domain, given(desk))
    if ('passkey' in used && used.passkey.account === desk.account.subject) return passed(desk)
    logFailure(desk.request, 'because' in used ? used.because : 'passkey', desk.account)
    return desk.reply.redirect(`${desk.base}/passkeys`, 303)
  }

  const ask = async (desk: Desk) => {
    const { account, owner, passkeys: known, base } = desk
    const name = nameIn(desk, 'passkey-name')
    if (name === undefined) return show(desk, '', { field: 'passkey-name', text: 'error.passkey-name' })
    const asked = await askNew(realm, domain, { owner, account, name, known })
    const page = askPasskeyPage(desk.page('/passkeys'), {
      asked,
      ceremony: 'create',
      action: `${base}/passkeys/added`,
      links: [{ text: 'passkeys.title', href: `${base}/passkeys` }],
    })
    return answer(desk.reply, page)
  }

  const add = async (desk: Desk) => {
    const { subject } = desk.account
    const made = await newPasskey(realm, domain, { ...given(desk), account: subject })
    if (!made) return show(desk, '', { text: 'error.passkey-wrong' })
    if (!(await spendProof(pool, desk.owner, 'confirm'))) return askToConfirm(desk, 'passkeys')
    if (!(await addPasskey(pool, subject, made))) return show(desk, '', { text: 'error.passkey-not-added' })
    await keepOnly(pool, subject, keptBy(desk))
    return changed(desk, 'passkey-added', made.name)
  }

  const rename = async (desk: Desk) => {
    const name = nameIn(desk, 'name')
    if (name === undefined) return show(desk, '', { text: 'error.passkey-name' })
    await renamePasskey(pool, desk.account.subject, idIn(desk), name)
    return desk.reply.redirect(`${desk.base}/passkeys`, 303)
  }

  const remove = async (desk: Desk) => {
    const { account, passkeys, secondFactor } = desk
    const isLast = !secondFactor && passkeys.length === 1
    if (isLast && (await needsSecondFactor(account.subject))) return show(desk, '', { text: 'error.passkey-last' })
    if (!passkeys.some(({ id }) => id === idIn(desk))) return desk.reply.redirect(`${desk.base}/passkeys`, 303)
    if (!(await spendProof(pool, desk.owner, 'confirm'))) return askToConfirm(desk, 'passkeys')
    const name = await removePasskey(pool, account.subject, idIn(desk))
    if (name === undefined) return desk.reply.redirect(`${desk.base}/passkeys`, 303)
    await endOthers(pool, account.subject, keptBy(desk))
    return changed(desk, 'passkey-removed', name)
  }

  const changed = async (desk: Desk, notice: 'passkey-added' | 'passkey-removed', name: string) => {
    const { account, request } = desk
    await endSecondStep(pool, desk.owner)
    await options.credentialsChanged(account.subject)
    request.log.info({ event: notice, account: account.subject, ip: request.ip }, 'identity: passkey')
    tell(realm, request, account, notice, desk.page('').language, { name })
    return desk.reply.redirect(`${desk.base}?done=${notice}`, 303)
  }

  app.get(
    '/passkeys',
    proved(async desk => show(desk)),
  )
  app.post('/passkeys/code', signedIn(realm, takeCode))
  app.post('/passkeys/used', signedIn(realm, takePasskey))
  app.post('/passkeys/add', proved(ask))
  app.post('/passkeys/added', proved(add))
  app.post('/passkeys/rename', proved(rename))
  app.post('/passkeys/remove', proved(remove))
  // Reloading the response to a form sends a GET.
  for (const form of ['code', 'used', 'add', 'added', 'rename', 'remove'])
    app.get(`/passkeys/${form}`, (_request, reply) => reply.redirect(`${realm.path}/account/passkeys`, 303))
}

const idIn = (desk: Desk) => posted(desk.request, 'id', 1400)

/** The name in the form in which it is saved; undefined if it is empty, too long, or not a plain name. */
function nameIn(desk: Desk, field: string): string | undefined {
  const name = posted(desk.request, field, 4 * longestName)
    .normalize('NFC')
    .trim()
  const characters = Array.from(name).length
  return characters >= 1 && characters <= longestName && isPlainName(name) ? name : undefined
}

const given = ({ owner, request }: Desk) => ({
  owner,
  answer: posted(request, 'credential', longestAnswer),
  question: posted(request, 'question', longestAnswer),
})
