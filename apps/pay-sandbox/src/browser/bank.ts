import { type Language } from '@finlist/i18n/languages'
import type Stripe from 'stripe'
import { authenticate } from '../authenticate.ts'
import type { Page, PageAnswer, PageAsked } from '../http/page.ts'
import { languageOf, money, sayIn } from '../language.ts'
import { ApiError } from '../route.ts'
import type { Store } from '../store.ts'
import { html } from './html.ts'
import { inLanguage, layout, notFound } from './layout.ts'

type Intent = Stripe.PaymentIntent | Stripe.SetupIntent

/** The bank's 3-D Secure page, shown in a frame on the shop's page. It redirects to the return URL of the intent. */
export const bank: readonly Page[] = [
  { method: 'GET', path: '/_sandbox/3ds/:intent', answer: ask },
  { method: 'POST', path: '/_sandbox/3ds/:intent', answer: decide },
]

function ask(input: PageAsked): PageAnswer {
  const { store, token, allowedOrigin } = input
  const intent = intentOf(input)
  const language = languageFor(input, intent)
  const here = addressOf(intent)
  if (!intent) return notFound(language, here, allowedOrigin ?? '*')
  const say = sayIn(language)
  const page = { language, here, framedBy: allowedOrigin ?? '*' }
  const back = intent.status === 'requires_action' ? intent.next_action?.redirect_to_url?.return_url : undefined
  if (intent.status !== 'requires_action')
    return layout({ ...page, title: say('bank.over') }, html`<p>${say('bank.over.text')}</p>`)
  const card = cardOf(store, intent)
  const isPayment = intent.object === 'payment_intent'
  return layout(
    { ...page, title: say(isPayment ? 'bank.payment' : 'bank.card'), leadsTo: back ? [new URL(back).origin] : [] },
    html`<p>${say('bank.lead')}</p>
<dl>
${isPayment && html`<dt>${say('bank.amount')}</dt><dd class="sum">${money(intent.amount, intent.currency)}</dd>`}
${card && html`<dt>${say('bank.number')}</dt><dd>•••• ${card.last4}</dd>`}
</dl>
<form method="post" action="${inLanguage(here, language)}" class="pair">
<input type="hidden" name="token" value="${token}">
<button class="button" name="answer" value="complete">${say('bank.complete')}</button>
<button class="button quiet" name="answer" value="fail">${say('bank.fail')}</button>
</form>`,
  )
}

async function decide(input: PageAsked): Promise<PageAnswer> {
  const { form, change, allowedOrigin } = input
  const intent = intentOf(input)
  const language = languageFor(input, intent)
  const here = addressOf(intent)
  if (!intent) return notFound(language, here, allowedOrigin ?? '*')
  const say = sayIn(language)
  const page = { language, here, framedBy: allowedOrigin ?? '*' }
  try {
    const { return_url } = await change(store => authenticate(store, intent.id, form['answer'] === 'complete'))
    if (return_url) return { status: 303, headers: { location: return_url, 'cache-control': 'no-store' }, body: '' }
    return layout({ ...page, title: say('bank.done') }, html`<p>${say('bank.done.text')}</p>`)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return layout({ ...page, title: say('bank.over'), status: 409 }, html`<p>${say('bank.over.text')}</p>`)
  }
}

/** Returns the intent if the request carries its client secret. */
function intentOf({ store, params, query }: PageAsked): Intent | undefined {
  const id = params['intent'] ?? ''
  const found =
    store.find<Stripe.PaymentIntent>('payment_intent', id) ?? store.find<Stripe.SetupIntent>('setup_intent', id)
  return found?.client_secret === query['client_secret'] ? found : undefined
}

const addressOf = (intent: Intent | undefined): string =>
  intent ? `/_sandbox/3ds/${intent.id}?client_secret=${intent.client_secret}` : '/_sandbox/'

function cardOf(store: Store, { payment_method: method }: Intent): Stripe.PaymentMethod.Card | undefined {
  const found = typeof method === 'string' ? store.find<Stripe.PaymentMethod>('payment_method', method) : method
  return found?.card ?? undefined
}

/** The language chosen on the page, otherwise the customer's. */
function languageFor({ store, query }: PageAsked, intent: Intent | undefined): Language {
  const customer = intent?.customer
  const found = typeof customer === 'string' ? store.find<Stripe.Customer>('customer', customer) : undefined
  return languageOf([
    ...(typeof query['lang'] === 'string' ? [query['lang']] : []),
    ...(found?.preferred_locales ?? []),
  ])
}
