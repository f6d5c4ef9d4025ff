import type { TextKey } from '../language.ts'
import { type Fault, type FieldName, field, formFault } from './field.ts'
import { html } from './html.ts'
import { layout, type Page } from './layout.ts'

export type Question = {
  title: TextKey
  lead?: TextKey | undefined
  /** The account that the form is for. Password managers read it too. */
  account?: string
  /** If omitted, the page has only a button. */
  field?: FieldName
  value?: string
  hint?: TextKey
  action: string
  submit: TextKey
  note?: TextKey | undefined
  /** Another way to continue: a button that posts to another page, or a link. */
  other?: { text: TextKey; action: string }
  links: { text: TextKey; href: string }[]
  fault?: Fault | undefined
}

/** A page with one field and one button, as most steps have. */
export function askPage(page: Page, question: Question): string {
  const { say } = page
  const { account, other, fault } = question
  return layout(
    page,
    { title: question.title, failed: fault !== undefined },
    html`${question.lead && html`<p>${say(question.lead)}</p>`}
${account !== undefined && html`<p class="hint">${say('new.lead', { email: account })}</p>`}
${formFault(say, fault)}
<form method="post" action="${question.action}" novalidate>
${account !== undefined && html`<input type="email" class="away" name="account" value="${account}" autocomplete="username" readonly tabindex="-1" aria-hidden="true">`}
${
  question.field &&
  field(say, question.field, {
    value: question.value,
    fault,
    focus: true,
    ...(question.hint ? { hint: question.hint } : {}),
  })
}
${question.note && html`<p class="hint">${say(question.note)}</p>`}
<button class="button" type="submit">${say(question.submit)}</button>
${other && html`<button class="button quiet" type="submit" formaction="${other.action}">${say(other.text)}</button>`}
</form>
${question.links.length > 0 && html`<p class="links">${question.links.map(link => html`<a href="${link.href}">${say(link.text)}</a>`)}</p>`}`,
  )
}
