import { languages } from '@finlist/i18n/languages'
import type { Asked } from '../ceremony.ts'
import type { TextKey } from '../language.ts'
import { longestName, mostPasskeys, type Passkey } from '../passkeys.ts'
import { type Fault, field, formFault } from './field.ts'
import { type Html, html } from './html.ts'
import { layout, type Page } from './layout.ts'

export type AskPasskey = {
  asked: Asked
  ceremony: 'get' | 'create'
  action: string
  links: { text: TextKey; href: string }[]
}

/** The page that requests a passkey from the device, when it loads and again when the button is pressed. */
export function askPasskeyPage(page: Page, { asked, ceremony, action, links }: AskPasskey): string {
  const { say } = page
  const title = ceremony === 'get' ? 'passkey.use-title' : 'passkey.add-title'
  return layout(
    page,
    { title, passkey: true },
    html`<p>${say(ceremony === 'get' ? 'passkey.use-lead' : 'passkey.add-lead')}</p>
<noscript><p class="error banner">${say('passkey.no-script')}</p></noscript>
<p class="error banner" role="alert" data-passkey-failed hidden>${say('passkey.failed')}</p>
<form method="post" action="${action}" data-passkey="${ceremony}" data-options="${JSON.stringify(asked.options)}">
<input type="hidden" name="question" value="${asked.sealed}">
<input type="hidden" name="credential" value="">
<button class="button" type="submit">${say(ceremony === 'get' ? 'passkey.use' : 'passkey.add')}</button>
</form>
<p class="links">${links.map(link => html`<a href="${link.href}">${say(link.text)}</a>`)}</p>`,
  )
}

/** The page with the account's passkeys, where each can be renamed and removed, and another one added. */
export function passkeysPage(
  page: Page,
  { passkeys, base, fault, name }: { passkeys: Passkey[]; base: string; fault?: Fault | undefined; name: string },
): string {
  const { say } = page
  const here = `${base}/passkeys`
  return layout(
    page,
    { title: 'passkeys.title', failed: fault !== undefined },
    html`<p>${say('passkeys.lead')}</p>
${formFault(say, fault)}
${passkeys.length > 0 && html`<ul class="keys">${passkeys.map((passkey, place) => item(page, passkey, here, place))}</ul>`}
${
  passkeys.length < mostPasskeys &&
  html`<h2>${say('passkeys.another')}</h2>
<form method="post" action="${here}/add" novalidate>
${field(say, 'passkey-name', { value: name, hint: 'passkeys.name-hint', fault })}
<button class="button" type="submit">${say('passkey.add')}</button>
</form>`
}
<p class="links"><a href="${base}">${say('account.title')}</a></p>`,
  )
}

function item({ say, language }: Page, passkey: Passkey, here: string, place: number): Html {
  const day = (at: Date) => new Intl.DateTimeFormat(languages[language].locale, { dateStyle: 'long' }).format(at)
  const id = `key-${place}`
  return html`<li>
<form method="post" action="${here}/rename" novalidate>
<input type="hidden" name="id" value="${passkey.id}">
<label for="${id}">${say('field.passkey-name')}</label>
<input id="${id}" name="name" value="${passkey.name}" maxlength="${longestName}" autocomplete="off" aria-describedby="${id}-hint">
<p class="hint" id="${id}-hint">${say('passkeys.made', { day: day(passkey.madeAt) })} ${passkey.usedAt !== null && say('passkeys.used', { day: day(passkey.usedAt) })}</p>
<div class="row">
<button class="button quiet" type="submit">${say('passkeys.rename')}<span class="away">: ${passkey.name}</span></button>
<button class="button quiet" type="submit" formaction="${here}/remove">${say('passkeys.remove')}<span class="away">: ${passkey.name}</span></button>
</div>
</form></li>
`
}
