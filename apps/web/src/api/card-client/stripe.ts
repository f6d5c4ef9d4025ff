import type { Stripe, StripeError } from '@stripe/stripe-js'
import { loadStripe } from '@stripe/stripe-js/pure'
import type { CardClient, CardError, FieldStyle, IntentStatus } from './card-client.ts'
import { mountWallet, walletAvailability } from './stripe-wallet.ts'

export async function stripeClient(publishableKey: string): Promise<CardClient> {
  const stripe = await loadStripe(publishableKey)
  if (!stripe) throw new Error('the payment provider left no client')
  return {
    kind: 'stripe',
    ...cardFields(stripe),
    confirmCardPayment: async (secret, { returnUrl, paymentMethod }) => {
      const { paymentIntent, error } = await stripe.confirmCardPayment(
        secret,
        { return_url: returnUrl, ...(paymentMethod !== undefined && { payment_method: paymentMethod }) },
        { handleActions: false },
      )
      return error ? failed(error) : outcome(paymentIntent)
    },
    confirmCardSetup: async (secret, { returnUrl }) => {
      const { setupIntent, error } = await stripe.confirmCardSetup(
        secret,
        { return_url: returnUrl },
        { handleActions: false },
      )
      return error ? failed(error) : outcome(setupIntent)
    },
    retrievePaymentIntent: async secret => {
      const { paymentIntent, error } = await stripe.retrievePaymentIntent(secret)
      if (error) return failed(error)
      const errorCode = paymentIntent.last_payment_error?.code
      return { status: paymentIntent.status, ...(errorCode && { errorCode }) }
    },
    walletAvailability: options => walletAvailability(stripe, options),
    mountWallet: (target, options, onPaymentMethod) => mountWallet(stripe, target, options, onPaymentMethod),
  }
}

/**
 * Separate fields for number, expiry and CVC. The number's element represents all three when the payment method is
 * created.
 */
export function cardFields(stripe: Stripe): Pick<CardClient, 'mountFields' | 'createPaymentMethod'> {
  let card: ReturnType<typeof mount>['number'] | undefined

  function mount(locale: 'en' | 'zh-HK', style: FieldStyle) {
    const elements = stripe.elements({ locale })
    const options = { style: elementStyle(style) }
    return {
      number: elements.create('cardNumber', { ...options, showIcon: true }),
      expiry: elements.create('cardExpiry', options),
      cvc: elements.create('cardCvc', options),
    }
  }

  return {
    mountFields: (targets, on, { locale, style = {}, onFocus = () => undefined }) => {
      if (card) throw new Error('card fields are mounted already')
      const { number, expiry, cvc } = mount(locale, style)
      number.on('change', ({ complete, empty, error, brand }) =>
        on('number', { complete, empty, brand, ...(error && { error: error.message }) }),
      )
      expiry.on('change', ({ complete, empty, error }) =>
        on('expiry', { complete, empty, ...(error && { error: error.message }) }),
      )
      cvc.on('change', ({ complete, empty, error }) =>
        on('cvc', { complete, empty, ...(error && { error: error.message }) }),
      )
      number.on('focus', () => onFocus('number', true)).on('blur', () => onFocus('number', false))
      expiry.on('focus', () => onFocus('expiry', true)).on('blur', () => onFocus('expiry', false))
      cvc.on('focus', () => onFocus('cvc', true)).on('blur', () => onFocus('cvc', false))
      number.mount(targets.number)
      expiry.mount(targets.expiry)
      cvc.mount(targets.cvc)
      card = number
      return {
        clear: () => [number, expiry, cvc].forEach(element => element.clear()),
        destroy: () => {
          for (const element of [number, expiry, cvc]) element.destroy()
          if (card === number) card = undefined
        },
      }
    },
    createPaymentMethod: async ({ billing }) => {
      if (!card) return { error: { type: 'invalid_request_error', message: 'No card fields are mounted.' } }
      const { paymentMethod, error } = await stripe.createPaymentMethod({
        type: 'card',
        card,
        ...(billing && { billing_details: billing }),
      })
      return error ? failed(error) : { id: paymentMethod.id }
    },
  }
}

function elementStyle({ fontFamily, fontSize, color, placeholderColor, errorColor }: FieldStyle) {
  return {
    base: {
      ...(fontFamily !== undefined && { fontFamily }),
      ...(fontSize !== undefined && { fontSize }),
      ...(color !== undefined && { color, iconColor: color }),
      ...(placeholderColor !== undefined && { '::placeholder': { color: placeholderColor } }),
    },
    invalid: { ...(errorColor !== undefined && { color: errorColor, iconColor: errorColor }) },
  }
}

type Confirmed = { status: IntentStatus; next_action?: { redirect_to_url?: { url: string | null } | null } | null }

function outcome({ status, next_action: next }: Confirmed) {
  const redirectUrl = next?.redirect_to_url?.url
  return { status, ...(redirectUrl && { redirectUrl }) }
}

export function failed({ type, code, decline_code: declineCode, message }: StripeError): { error: CardError } {
  return { error: { type, ...(code && { code }), ...(declineCode && { declineCode }), message: message ?? type } }
}
