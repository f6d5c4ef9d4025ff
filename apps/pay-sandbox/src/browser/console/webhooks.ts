import type Stripe from 'stripe'
import { minute } from '../../language.ts'
import { ApiError } from '../../route.ts'
import { type Html, html } from '../html.ts'
import { act, table, type View } from './view.ts'

/** The response of `/_sandbox/webhooks`. */
type Shown = {
  url: string
  duplicate: number
  reorder: boolean
  drop: number
  paused: boolean
  waiting: number
  delivered: number
  failed: number
  dropped: number
  newest: {
    id: string
    type: string
    state: 'waiting' | 'delivered' | 'failed' | 'dropped'
    attempts: number
    answered: number | string | null
  }[]
}

/** The page of the webhook events sent to the shop, with settings that disturb their delivery. */
export async function webhooks(view: View, look: (control: string) => Promise<object>): Promise<Html> {
  const { say } = view
  const shown = await look('/_sandbox/webhooks').catch(error => {
    if (error instanceof ApiError) return undefined
    throw error
  })
  if (!shown)
    return html`<section><h2>${say('console.webhooks')}</h2><p class="hint">${say('console.no-webhook')}</p></section>`
  const { url, waiting, delivered, failed, dropped, newest, ...switches } = shown as Shown
  // In the time of the sandbox's clock, like all dates in the console.
  const createdOf = (id: string) => {
    const event = view.store.find<Stripe.Event>('event', id)
    return event ? minute(say, event.created) : ''
  }
  return html`<section><h2>${say('console.webhooks')}</h2>
<p class="hint">${url}</p>
<p>${say('console.counts', { waiting, delivered, failed, dropped })}</p>
${act(
  view,
  '/_sandbox/webhooks',
  html`${choice(view, 'paused', String(switches.paused), ['false', 'true'])}
${choice(view, 'duplicate', String(switches.duplicate), ['0', '1', '2', '10'])}
${choice(view, 'reorder', String(switches.reorder), ['false', 'true'])}
${choice(view, 'drop', String(switches.drop), ['0', '0.1', '0.5', '1'])}
<button class="button quiet">${say('console.set')}</button>`,
)}
${table(
  view,
  ['console.event', 'console.status', 'console.attempts#', 'console.answer', 'console.date', 'console.resend'],
  newest.map(({ id, type, state, attempts, answered }) => [
    html`<span title="${id}">${type}</span>`,
    html`<span class="${state === 'delivered' ? 'good' : state === 'waiting' ? 'hint' : 'wrong'}">${say(`delivery.${state}`)}</span>`,
    attempts,
    answered ?? '',
    createdOf(id),
    act(
      view,
      '/_sandbox/webhooks/resend',
      html`<button class="link" name="event" value="${id}">${say('console.resend')}</button>`,
    ),
  ]),
)}</section>`
}

/** A select field for a delivery setting. If the current value is not one of the usual ones, it is added at the end. */
function choice({ say }: View, name: 'paused' | 'duplicate' | 'reorder' | 'drop', now: string, values: string[]): Html {
  const text = (value: string) =>
    value === 'true' || value === 'false'
      ? say(`console.${value}`)
      : name === 'drop'
        ? `${Number(value) * 100} %`
        : value
  const all = values.includes(now) ? values : [...values, now]
  return html`<label>${say(`console.${name}`)}<select name="${name}">
${all.map(value => html`<option value="${value}"${value === now && html` selected`}>${text(value)}</option>`)}
</select></label>`
}
