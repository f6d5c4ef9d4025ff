/**
 * The payment provider in the browser: Stripe's own script or the sandbox's. The card number stays in frames of the
 * provider's origin and never reaches our page. Every `secret` is the `client_secret` of an intent. Amounts are in
 * cents.
 */
export interface CardClient {
  readonly kind: 'stripe' | 'sandbox'
  /** Only one set of card fields can be mounted at a time. */
  mountFields(
    targets: Record<CardField, HTMLElement>,
    on: (field: CardField, state: FieldState) => void,
    options: {
      locale: 'en' | 'zh-HK'
      style?: FieldStyle
      /** Called when a field's frame gains or loses focus, because the surrounding page cannot observe this. */
      onFocus?: (field: CardField, hasFocus: boolean) => void
    },
  ): { destroy(): void; clear(): void }
  createPaymentMethod(options: {
    billing?: { name?: string; email?: string }
  }): Promise<{ id: string } | { error: CardError }>
  /** If the bank asks for confirmation, `redirectUrl` is the bank's page. The caller shows it in a frame. */
  confirmCardPayment(
    secret: string,
    options: { returnUrl: string; paymentMethod?: string },
  ): Promise<{ status: IntentStatus; redirectUrl?: string } | { error: CardError }>
  confirmCardSetup(
    secret: string,
    options: { returnUrl: string },
  ): Promise<{ status: IntentStatus; redirectUrl?: string } | { error: CardError }>
  retrievePaymentIntent(secret: string): Promise<{ status: IntentStatus; errorCode?: string } | { error: CardError }>
  walletAvailability(options: { amount: number }): Promise<{ applePay: boolean; googlePay: boolean }>
  mountWallet(
    target: HTMLElement,
    options: { amount: number; label: string },
    onPaymentMethod: (id: string) => Promise<'success' | 'fail'>,
  ): { update(options: { amount: number }): void; destroy(): void }
}

export type CardField = 'number' | 'expiry' | 'cvc'

/**
 * `error` is meant for the user, in the fields' language. The number field also has `brand`: 'visa', 'unknown', etc.
 */
export type FieldState = { complete: boolean; empty: boolean; error?: string; brand?: string }

/** CSS values. `colorScheme`: the theme of the surrounding page, which the frames adopt. */
export type FieldStyle = {
  fontFamily?: string
  fontSize?: string
  color?: string
  placeholderColor?: string
  errorColor?: string
  colorScheme?: 'light' | 'dark'
}

export type IntentStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'requires_capture'
  | 'canceled'
  | 'succeeded'

export type CardError = { type: string; code?: string; declineCode?: string; message: string }

/** The response of `paymentsConfig`. */
export type PaymentProvider = { provider: 'stripe' | 'sandbox'; publishableKey: string; sandboxUrl: string }

/**
 * Loads the payment provider's script; no other code loads it. Rejects if the script cannot be loaded. The caller may
 * then try again.
 */
export async function loadCardClient(config: PaymentProvider): Promise<CardClient> {
  if (config.provider === 'stripe') return (await import('./stripe.ts')).stripeClient(config.publishableKey)
  return (await import('./sandbox.ts')).sandboxClient(config.sandboxUrl, config.publishableKey)
}
