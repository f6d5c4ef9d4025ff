import type { Account } from '../accounts.ts'
import type { TextKey } from '../language.ts'
import type { Passkey } from '../passkeys.ts'
import type { SecondFactor } from '../second-factor.ts'
import { html } from './html.ts'
import { layout, type Page } from './layout.ts'

/** The page with the signed-in user's sign-in data. `done` is the change that they have just made. */
export function accountPage(
  page: Page,
  {
    account,
    secondFactor,
    passkeys,
  }: { account: Account; secondFactor: SecondFactor | undefined; passkeys: Passkey[] },
  { phoneOffered, passkeysOffered }: { phoneOffered: boolean; passkeysOffered: boolean },
  done?: TextKey,
): string {
  const { say, path } = page
  return layout(
    page,
    { title: 'account.title' },
    html`${done && html`<p class="good" role="status">${say(done)}</p>`}
<dl>
<dt>${say('account.email')}</dt><dd>${account.email}</dd>
<dt>${say('account.phone')}</dt><dd>${account.phone ?? say('account.phone-none')}${
      account.phone !== null &&
      !account.phoneVerified &&
      html` <span class="hint">(${say('account.phone-unproved')})</span>`
    }
${phoneOffered && html`<br><a href="${path}/account/phone">${say('account.change-phone')}</a>`}</dd>
<dt>${say('account.password')}</dt><dd>${say(account.passwordHash === null ? 'account.password-none' : 'account.password-set')}
<br><a href="${path}/account/password">${say('account.change-password')}</a></dd>
<dt>${say('account.factor')}</dt><dd>${secondFactor ? say('account.factor-on', { left: secondFactor.recoveryLeft }) : say('account.factor-none')}
<br><a href="${path}/account/second-factor">${say(secondFactor ? 'account.change-factor' : 'account.turn-on-factor')}</a></dd>
${
  passkeysOffered &&
  html`<dt>${say('passkeys.title')}</dt><dd>${passkeys.length > 0 ? passkeys.map(({ name }) => name).join(say('passkeys.comma')) : say('account.passkeys-none')}
<br><a href="${path}/account/passkeys">${say(passkeys.length > 0 ? 'account.change-passkeys' : 'account.add-passkey')}</a></dd>`
}
</dl>
<p class="links"><a href="${page.home}">${say('back', { brand: page.brand })}</a></p>`,
  )
}
