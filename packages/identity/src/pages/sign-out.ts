import { Html, html } from './html.ts'
import { layout, notice, type Page } from './layout.ts'

/** Our page around the provider's own logout form. `goOn` makes the form submit automatically where scripts run. */
export function signOutPage(page: Page, form: string, goOn: boolean): string {
  const { say, brand } = page
  return layout(
    page,
    { title: 'logout.title', goOn },
    html`<p>${say('logout.question', { brand })}</p>
${new Html(form)}
<div class="stack">
<button class="button" type="submit" form="op.logoutForm" name="logout" value="yes" data-go-on>${say('logout.submit')}</button>
<a class="button quiet" href="${page.home}">${say('logout.stay')}</a>
</div>`,
  )
}

export const signedOutPage = (page: Page): string => notice(page, 'logout.done-title', 'logout.done')

/**
 * Our page around the form of a self-submitting page of oidc-provider. That page itself would not work, because our
 * Content-Security-Policy forbids its inline script.
 */
export function goOnPage(page: Page, providersPage: string): string | undefined {
  const form = /<form method="post" action="[^"]*">[^]*?(?=<noscript>)/.exec(providersPage)?.[0]
  if (form === undefined) return undefined
  const { say } = page
  return layout(
    page,
    { title: 'continue.title', goOn: true },
    html`<p>${say('continue.lead')}</p>
${new Html(form)}<button class="button" type="submit" data-go-on>${say('continue.submit')}</button></form>`,
  )
}
