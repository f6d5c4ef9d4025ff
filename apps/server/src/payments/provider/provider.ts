import Stripe from 'stripe'

/**
 * The provider's SDK. In billing, only the code of this folder calls it; other code just passes it on. The catalogue,
 * the demo and the doctor call it too.
 */
export type ProviderClient = Stripe

/** An idempotency key, the same for every attempt at the same step. */
export type Once = { idempotencyKey: string }

/** The payment provider as this server calls it: the real one, or the sandbox through the same SDK. */
export type Provider = {
  stripe: ProviderClient
  kind: 'stripe' | 'sandbox'
  publishableKey: string
  webhookSecret: string
  /** The sandbox's URL; empty for the real provider. */
  sandboxUrl: string
  /** The start of the URLs of the provider's pages for customers, coupons and payments; ends with a slash. */
  dashboardUrl: string
}

export type ProviderSettings = {
  STRIPE_SECRET_KEY: string
  STRIPE_PUBLISHABLE_KEY: string
  STRIPE_WEBHOOK_SECRET: string
  STRIPE_DASHBOARD_URL: string
}

export type SandboxConnection = { url: string; secretKey: string; publishableKey: string; webhookSecret: string }

/** `timeout` applies to each attempt, in ms. */
export type Patience = { timeout: number; maxNetworkRetries: number }

const usual: Patience = { timeout: 20_000, maxNetworkRetries: 2 }

/** Opens the real payment provider if its key is set, else the sandbox; throws if there is neither. */
export function openProvider(settings: ProviderSettings, sandbox?: SandboxConnection, patience = usual): Provider {
  const key = settings.STRIPE_SECRET_KEY
  if (key !== '') {
    return {
      stripe: new Stripe(key, { ...patience, telemetry: false }),
      kind: 'stripe',
      publishableKey: settings.STRIPE_PUBLISHABLE_KEY,
      webhookSecret: settings.STRIPE_WEBHOOK_SECRET,
      sandboxUrl: '',
      dashboardUrl:
        settings.STRIPE_DASHBOARD_URL || `https://dashboard.stripe.com/${key.includes('_test_') ? 'test/' : ''}`,
    }
  }
  if (!sandbox) throw new Error('no payment provider: neither a Stripe key nor a sandbox')
  const { protocol, hostname, port } = new URL(sandbox.url)
  return {
    stripe: new Stripe(sandbox.secretKey, {
      ...patience,
      telemetry: false,
      protocol: protocol === 'https:' ? 'https' : 'http',
      host: hostname,
      ...(port && { port }),
    }),
    kind: 'sandbox',
    publishableKey: sandbox.publishableKey,
    webhookSecret: sandbox.webhookSecret,
    sandboxUrl: sandbox.url,
    dashboardUrl: settings.STRIPE_DASHBOARD_URL || new URL('/_sandbox/', sandbox.url).href,
  }
}

type Kinded = { object: string }

/** Throws unless the response is the requested kind of object, because the SDK accepts any body without `error`. */
export async function answered<T extends Kinded>(object: T['object'], answer: Promise<T>): Promise<T> {
  const got = await answer
  if (got?.object !== object)
    throw new Stripe.errors.StripeAPIError({ message: `expected a ${object}`, type: 'api_error' })
  return got
}

/** The id of an object that may or may not be expanded. */
export const idOf = (thing: string | { id: string } | null | undefined): string | null =>
  typeof thing === 'string' ? thing : (thing?.id ?? null)

/** Whether the URL belongs to the payment provider, so that we may request it or redirect to it. */
export function isCompanys(stripe: Stripe, { protocol, hostname }: URL): boolean {
  const apiHost = stripe.getApiField('host')
  return apiHost === 'api.stripe.com' ? protocol === 'https:' && hostname.endsWith('.stripe.com') : hostname === apiHost
}
