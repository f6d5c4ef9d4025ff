import type { Stripe, StripeExpressCheckoutElement } from '@stripe/stripe-js'
import type { CardClient } from './card-client.ts'

/** Whether Apple Pay and Google Pay can be used. Both need HTTPS and a domain registered with Stripe. */
export function walletAvailability(
  stripe: Stripe,
  { amount }: { amount: number },
): Promise<{ applePay: boolean; googlePay: boolean }> {
  const away = document.createElement('div')
  away.inert = true
  Object.assign(away.style, { position: 'absolute', insetInlineStart: '-1000px', width: '300px', opacity: '0' })
  document.body.append(away)
  const { button } = checkout(stripe, amount)
  return new Promise(resolve => {
    const done = (found: { applePay: boolean; googlePay: boolean }) => {
      button.destroy()
      away.remove()
      resolve(found)
    }
    button.on('ready', ({ availablePaymentMethods: found }) =>
      done({ applePay: Boolean(found?.applePay), googlePay: Boolean(found?.googlePay) }),
    )
    button.on('loaderror', () => done({ applePay: false, googlePay: false }))
    button.mount(away)
  })
}

export function mountWallet(
  stripe: Stripe,
  target: HTMLElement,
  { amount, label }: { amount: number; label: string },
  onPaymentMethod: (id: string) => Promise<'success' | 'fail'>,
): ReturnType<CardClient['mountWallet']> {
  const { elements, button } = checkout(stripe, amount)
  let now = amount
  button.on('click', ({ resolve }) => resolve({ lineItems: [{ name: label, amount: now }] }))
  button.on('confirm', async ({ paymentFailed }) => {
    const { error: unfit } = await elements.submit()
    if (unfit) return
    const { paymentMethod } = await stripe.createPaymentMethod({ elements })
    const result = paymentMethod ? await onPaymentMethod(paymentMethod.id).catch(() => 'fail') : 'fail'
    if (result === 'fail') paymentFailed({ reason: 'fail' })
  })
  button.mount(target)
  return {
    update: changed => {
      now = changed.amount
      void elements.update({ amount: now })
    },
    destroy: () => button.destroy(),
  }
}

/** Creates the wallet's payment elements, in Hong Kong dollars and the country of the Stripe account. */
function checkout(stripe: Stripe, amount: number) {
  const elements = stripe.elements({ mode: 'subscription', amount, currency: 'hkd', paymentMethodCreation: 'manual' })
  const button: StripeExpressCheckoutElement = elements.create('expressCheckout', {
    paymentMethods: {
      applePay: 'auto',
      googlePay: 'auto',
      link: 'never',
      amazonPay: 'never',
      paypal: 'never',
      klarna: 'never',
    },
  })
  return { elements, button }
}
