import { inLanguage } from '@finlist/i18n/languages'
import type { IdentityOptions } from '../options.ts'
import { type Fault, field, formFault } from './field.ts'
import { Html, html } from './html.ts'
import { layout, type Page } from './layout.ts'

export type SignInPage = {
  base: string
  email: string
  smsOffered: boolean
  passkeysOffered: boolean
  oneClick: { email: string; note: { en: string; zh: string } }[]
  about?: IdentityOptions['about']
  fault?: Fault | undefined
  styled?: boolean
}

export function signInPage(
  page: Page,
  { base, email, smsOffered, passkeysOffered, oneClick, about, fault, styled = false }: SignInPage,
): string {
  const { say } = page
  const demo = oneClick.length > 0
  return layout(
    page,
    { title: 'signin.title', wide: demo, failed: fault !== undefined, styled },
    html`<div class="${demo ? 'pair' : 'single'}">
<section>
${
  about &&
  html`<div class="about">${new Html(about.picture(page.language))}
<p>${inLanguage(page.language, about.text)} <a href="${about.more.address}?lang=${page.language}">${inLanguage(page.language, about.more.text)}</a></p></div>`
}
${formFault(say, fault)}
<form method="post" action="${base}/password" novalidate>
${field(say, 'email', { value: email, fault, focus: !email && !demo })}
${field(say, 'password', { fault, focus: Boolean(email) && !demo })}
<button class="button" type="submit">${say('signin.submit')}</button>
<p class="or"><span>${say('signin.or')}</span></p>
<div class="row">
<button class="button quiet" type="submit" formaction="${base}/email-code">${say('signin.email-code')}</button>
${smsOffered && html`<button class="button quiet" type="submit" formaction="${base}/sms-code">${say('signin.sms-code')}</button>`}
</div>
</form>
${
  passkeysOffered &&
  html`<form method="post" action="${base}/passkey" class="again">
<button class="button quiet" type="submit">${say('signin.passkey')}</button>
</form>`
}
<p class="links"><a href="${base}/create">${say('signin.create')}</a><a href="${base}/reset">${say('signin.forgotten')}</a></p>
</section>
${
  demo &&
  html`<section aria-labelledby="demo">
<h2 id="demo">${say('signin.demo')}</h2>
<p class="hint">${say('signin.demo-hint')}</p>
<form method="post" action="${base}/one-click">
<ul class="accounts">
${oneClick.map(
  account =>
    html`<li><button type="submit" name="email" value="${account.email}"><span class="who">${account.email}</span> <span class="note">${inLanguage(page.language, account.note)}</span></button></li>
`,
)}
</ul>
</form>
</section>`
}
</div>`,
  )
}
