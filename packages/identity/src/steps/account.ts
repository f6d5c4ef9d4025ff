import type { FastifyInstance, FastifyReply } from 'fastify'
import { changePassword } from '../accounts.ts'
import { newHash } from '../check-password.ts'
import { spendProof } from '../codes.ts'
import { accountPage } from '../pages/account.ts'
import { askPage } from '../pages/ask.ts'
import type { Fault } from '../pages/field.ts'
import type { Realm } from '../realm.ts'
import { tell } from '../tell.ts'
import { askToConfirm, confirmSteps, type Desk, isConfirmed, keptBy, signedIn } from './confirm.ts'
import { answer, newPasswordFault, posted, queried } from './form.ts'
import { passkeyDeskSteps } from './passkeys.ts'
import { phoneSteps } from './phone.ts'
import { secondFactorSteps } from './second-factor.ts'

/** The pages on which a signed-in user views and changes their sign-in data. */
export function accountSteps(app: FastifyInstance, realm: Realm): void {
  const { pool, smsOffered } = realm.options

  const look = async (desk: Desk) => {
    const done = changes.find(change => change === queried(desk.request, 'done'))
    return answer(
      desk.reply,
      accountPage(
        desk.page(''),
        desk,
        { phoneOffered: smsOffered, passkeysOffered: realm.passkeyDomain !== undefined },
        done && `account.${done}-saved`,
      ),
    )
  }

  const password = async (desk: Desk) => {
    if (!(await isConfirmed(realm, desk))) return askToConfirm(desk, 'password')
    if (desk.request.method !== 'POST') return showNewPassword(desk)
    const chosen = posted(desk.request, 'new-password')
    const fault = newPasswordFault(chosen, { ...desk.account, brand: realm.options.brand })
    if (fault) return showNewPassword(desk, fault)
    if (!(await spendProof(pool, desk.owner, 'confirm'))) return askToConfirm(desk, 'password')
    const hash = await newHash(realm, desk.asking, chosen)
    await changePassword(pool, desk.account.subject, hash, keptBy(desk))
    await realm.options.credentialsChanged(desk.account.subject)
    const { account, request } = desk
    request.log.info({ event: 'password-changed', account: account.subject, ip: request.ip }, 'identity: new password')
    tell(realm, request, account, 'password-changed', desk.page('').language)
    return desk.reply.redirect(`${desk.base}?done=password`, 303)
  }

  app.get('/', signedIn(realm, look))
  app.get('/password', signedIn(realm, password))
  app.post('/password', signedIn(realm, password))
  confirmSteps(app, realm)
  if (smsOffered) phoneSteps(app, realm)
  secondFactorSteps(app, realm)
  if (realm.passkeyDomain !== undefined) passkeyDeskSteps(app, realm, realm.passkeyDomain)

  // Reloading the response to a form sends a GET.
  for (const form of ['/confirm', '/confirm/again', '/phone/again', ...['codes', 'anew', 'off'].map(below)]) {
    app.get(form, (_request, reply) => reply.redirect(`${realm.path}/account`, 303))
  }
}

const changes = ['phone', 'password', 'factor-off', 'passkey-added', 'passkey-removed'] as const
const below = (form: string) => `/second-factor/${form}`

function showNewPassword(desk: Desk, fault?: Fault): FastifyReply {
  const page = askPage(desk.page('/password'), {
    title: 'new.title',
    account: desk.account.email,
    field: 'new-password',
    hint: 'new.hint',
    action: `${desk.base}/password`,
    submit: 'new.submit-reset',
    note: 'new.note-reset',
    links: [{ text: 'account.title', href: desk.base }],
    fault,
  })
  return answer(desk.reply, page, fault)
}
