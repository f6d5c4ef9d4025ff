import { renderSVG } from 'uqr'
import { appOf, type SecondFactor } from '../second-factor.ts'
import { type Fault, field, formFault } from './field.ts'
import { Html, html } from './html.ts'
import { layout, type Page } from './layout.ts'

export type SetUp = {
  secret: Buffer
  /** The account's e-mail address. The app shows it as the account's name. */
  email: string
  /**
   * The reason for setting up the app: `chosen`, the first factor, by choice; `required`, the first factor, without
   * which the user cannot continue; `another`, a new phone.
   */
  why: 'chosen' | 'required' | 'another'
  action: string
  back: string
  /** The page on which a passkey can be added instead, if that is possible. */
  passkey?: string | undefined
  fault?: Fault | undefined
}

/** The page that shows the secret as a QR code, as a link and as text, with a field for the first code. */
export function setUpPage(page: Page, { secret, email, why, action, back, passkey, fault }: SetUp): string {
  const { say } = page
  const app = appOf(secret, { issuer: page.brand, label: email })
  const groups = app.secret.base32.match(/.{1,4}/g) ?? []
  return layout(
    page,
    { title: why === 'another' ? 'factor.anew' : 'set-up.title', failed: fault !== undefined },
    html`<p>${say(`set-up.${why}`)}</p>
${formFault(say, fault)}
<ol class="steps">
<li><p>${say('set-up.scan')}</p>
<div class="qr" role="img" aria-label="${say('set-up.picture')}">${picture(app.toString())}</div>
<p class="touch"><a class="button quiet" href="${app.toString()}">${say('set-up.open')}</a></p>
<p class="hint">${say('set-up.by-hand')}</p>
<p class="key">${groups.map(group => html`<span>${group}</span> `)}</p></li>
<li><form method="post" action="${action}" novalidate>
<p>${say('set-up.enter')}</p>
${field(say, 'code', { fault, focus: fault !== undefined })}
<button class="button" type="submit">${say(why === 'another' ? 'code.submit' : 'set-up.submit')}</button>
</form></li>
</ol>
${
  passkey !== undefined &&
  html`<p class="or"><span>${say('set-up.or')}</span></p>
<p><a class="button quiet" href="${passkey}">${say('set-up.passkey')}</a></p>`
}
<p class="links"><a href="${back}">${say(why === 'required' ? 'code.change' : 'account.title')}</a></p>`,
  )
}

/** The page that shows the recovery codes in plain text, once. `goOn` is where its form leads. */
export function recoveryCodesPage(page: Page, codes: readonly string[], goOn: { method: 'get' | 'post'; to: string }) {
  const { say, brand } = page
  const shown = codes.map(code => `${code.slice(0, 5)}-${code.slice(5)}`)
  const file = [say('recovery-codes.of', { brand }), '', ...shown, ''].join('\r\n')
  return layout(
    page,
    { title: 'recovery-codes.title', once: true },
    html`<p>${say('recovery-codes.lead')}</p>
<ol class="codes">${shown.map(code => html`<li>${code}</li>`)}</ol>
<p class="hint">${say('recovery-codes.once')}</p>
<form method="${goOn.method}" action="${goOn.to}" class="stack">
<a class="button quiet" download="${say('recovery-codes.file')}" href="data:text/plain;charset=utf-8,${encodeURIComponent(file)}">${say('recovery-codes.save')}</a>
<button class="button" type="submit">${say('recovery-codes.done')}</button>
</form>`,
  )
}

/** The page with the actions on an active second factor. Each action needs a code. */
export function secondFactorPage(
  page: Page,
  { recoveryLeft }: SecondFactor,
  { required, base, fault }: { required: boolean; base: string; fault?: Fault | undefined },
): string {
  const { say } = page
  const here = `${base}/second-factor`
  return layout(
    page,
    { title: 'account.factor', failed: fault !== undefined },
    html`<p>${say('factor.lead', { left: recoveryLeft })}</p>
${formFault(say, fault)}
<form method="post" action="${here}/codes" novalidate>
${field(say, 'factor', { fault, focus: true })}
<button class="button" type="submit">${say('factor.codes')}</button>
<button class="button quiet" type="submit" formaction="${here}/anew">${say('factor.anew')}</button>
${!required && html`<button class="button quiet" type="submit" formaction="${here}/off">${say('factor.off')}</button>`}
</form>
${required && html`<p class="hint">${say('factor.required')}</p>`}
<p class="links"><a href="${base}">${say('account.title')}</a></p>`,
  )
}

/** The QR code: black on white in both themes, with the margin that cameras need. */
const picture = (address: string) =>
  new Html(renderSVG(address, { border: 4 }).replace('<svg ', '<svg aria-hidden="true" '))
