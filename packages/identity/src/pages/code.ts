import type { SentCode } from '../codes.ts'
import { type Fault, field, formFault } from './field.ts'
import { html } from './html.ts'
import { layout, type Page } from './layout.ts'

/**
 * The page on which to enter the six-digit code. `action` accepts the code, `again` sends another one, `back` leaves
 * the page.
 */
export function codePage(
  page: Page,
  {
    sent,
    action,
    again,
    back,
    fault,
  }: { sent: SentCode; action: string; again: string; back: string; fault?: Fault | undefined },
): string {
  const { say } = page
  const where = sent.purpose === 'phone' ? 'phone' : sent.channel
  const [before, after] = say(`code.sent-${where}`).split('{address}')
  return layout(
    page,
    { title: 'code.title', failed: fault !== undefined },
    html`<p>${before}<strong class="address">${sent.typed}</strong>${after}</p>
${page.outbox && html`<p class="hint">${say('code.outbox')} <a href="${page.outbox}" target="_blank">${say('code.outbox-link')}</a></p>`}
${formFault(say, fault)}
<form method="post" action="${action}" novalidate>
<input type="hidden" name="purpose" value="${sent.purpose}">
${field(say, 'code', { fault, focus: true })}
<button class="button" type="submit">${say('code.submit')}</button>
</form>
<form method="post" action="${again}" class="again">
<input type="hidden" name="purpose" value="${sent.purpose}">
<button class="button quiet" type="submit" aria-describedby="again-hint">${say('code.again')}</button>
<p class="hint" id="again-hint">${say('code.again-hint')}</p>
</form>
<p class="links"><a href="${back}">${say(sent.purpose === 'phone' || sent.purpose === 'confirm' ? 'account.title' : 'code.change')}</a></p>`,
  )
}
