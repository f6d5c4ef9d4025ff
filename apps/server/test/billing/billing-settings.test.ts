import {
  cancelDowngrade,
  existingCard,
  givenPlans,
  invoicePdf,
  paymentsConfig,
  previewSubscribe,
  previewUpdate,
  subscribe,
  updateCard,
  updateSubscription,
  userSubscriptions,
  validateCoupon,
} from '@finlist/contract/billing'
import { operator } from '@finlist/contract/staff/operator'
import Fastify from 'fastify'
import { describe, expect, it } from 'vitest'
import { ConfigError, readConfig } from '../../src/config.ts'
import { addHeaders, type Services } from '../../src/http/headers.ts'
import { ApiClient, openTestServer } from '../test-server.ts'

const stripeKeys = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const liveKeys = { ...stripeKeys, STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }
const mail = { TRUSTED_PROXIES: '1', SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@finlist.example' }
const open = { PUBLIC_URL: 'https://finlist.example', ...mail }

function faultsOf(env: Record<string, string>): string[] {
  try {
    readConfig(env)
    return []
  } catch (error) {
    if (error instanceof ConfigError) return error.lines
    throw error
  }
}

describe('the payment settings', () => {
  it.each<[string, Record<string, string>, 'stripe' | 'sandbox' | 'none']>([
    ['sandbox on a laptop', {}, 'sandbox'],
    ['Stripe with keys, outside a demo', { ...stripeKeys, ...mail }, 'stripe'],
    ['none on a public host without keys', open, 'none'],
    ['Stripe on a public host with keys', { ...open, ...liveKeys }, 'stripe'],
    [
      'none with an external database and without keys',
      { ...mail, DATABASE_URL: 'postgres://db.example/a?sslmode=verify-full' },
      'none',
    ],
    ['sandbox in a public demo', { ...open, DEMO_PUBLIC: 'yes' }, 'sandbox'],
    ['Stripe in a public demo with test keys', { ...open, ...stripeKeys, DEMO_PUBLIC: 'yes' }, 'stripe'],
    ['sandbox in production when configured', { NODE_ENV: 'production', PAYMENTS: 'sandbox' }, 'sandbox'],
  ])('determine the merchant of record: %s', (_, env, who) => {
    expect(readConfig(env)).toMatchObject({ payments: who, sandboxPort: 5100 })
  })

  it.each<[string, Record<string, string>, RegExp]>([
    [
      'two of the three keys',
      { ...stripeKeys, STRIPE_WEBHOOK_SECRET: '', ...mail },
      /^STRIPE_WEBHOOK_SECRET: .*together/,
    ],
    ['one of the three keys', { STRIPE_PUBLISHABLE_KEY: 'pk_test_1' }, /^STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET: /],
    [
      'a live key with a test key',
      { ...open, ...liveKeys, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' },
      /live key .* test key/,
    ],
    ['live keys without https', { ...liveKeys, ...mail }, /^STRIPE_SECRET_KEY: a live key needs an https/],
    [
      'a publishable key in place of the secret key',
      { ...open, ...liveKeys, STRIPE_SECRET_KEY: 'pk_live_1' },
      /sk_live_/,
    ],
    ['production without a payment setting', { NODE_ENV: 'production' }, /^PAYMENTS: in production/],
    ['the sandbox on a public host', { ...open, PAYMENTS: 'sandbox' }, /^PAYMENTS: .*demo mode alone/],
    [
      'the sandbox together with keys',
      { ...stripeKeys, ...mail, PAYMENTS: 'sandbox' },
      /^PAYMENTS: .*without Stripe keys/,
    ],
    ['a port whose sandbox port (1000 higher) browsers block', { PORT: '5000' }, /6000/],
    ['half a dollar', { SUNDAY_CLUB_PRICE: '0.5' }, /^SUNDAY_CLUB_PRICE: whole HK dollars/],
  ])('refuse %s', (_, env, fault) => {
    expect(faultsOf(env)).toEqual([expect.stringMatching(fault)])
  })

  it('include the operator’s prices in whole HK dollars a month, null if not set (PLAN-23)', () => {
    expect(readConfig({})).toMatchObject({ HALF_YEAR_PRICE_HK: null, HALF_YEAR_PRICE_OTHER: null })
    expect(readConfig({ HALF_YEAR_PRICE_HK: '1500' }).HALF_YEAR_PRICE_HK).toBe(1_500)
  })
})

describe('the origins that a page may load from', () => {
  const headersFor = async (payments: Services['payments'], path = '/') => {
    const app = Fastify()
    addHeaders(
      app,
      { publicUrl: new URL('https://finlist.example'), HSTS_SUBDOMAINS: false },
      { measuring: [], payments },
    )
    app.get('*', () => 'a page')
    const { headers } = await app.inject(path)
    const policy = String(headers['content-security-policy'])
    const of = (kind: string) => new RegExp(`${kind} ([^;]*)`).exec(policy)?.[1]?.split(' ') ?? []
    return { of, headers }
  }
  const sandbox = 'http://127.0.0.1:5100'

  it('are only our own if there are no payments', async () => {
    const { of, headers } = await headersFor(undefined)
    for (const kind of ['script-src', 'connect-src', 'frame-src']) expect(of(kind)).toEqual(["'self'"])
    expect(headers['permissions-policy']).not.toContain('payment')
  })

  it('include the sandbox for test payments', async () => {
    const { of } = await headersFor({ sandbox })
    for (const kind of ['script-src', 'connect-src', 'frame-src']) expect(of(kind)).toEqual(["'self'", sandbox])
  })

  it('include what the payment provider and its wallets need for real payments', async () => {
    const { of, headers } = await headersFor('stripe')
    const js = ['https://js.stripe.com', 'https://*.js.stripe.com']
    expect(of('script-src')).toEqual(["'self'", ...js])
    expect(of('connect-src')).toEqual(["'self'", 'https://api.stripe.com'])
    expect(of('frame-src')).toEqual(["'self'", ...js, 'https://hooks.stripe.com'])
    expect(headers['permissions-policy']).toContain('payment=(self "https://js.stripe.com")')
    expect(headers['cross-origin-opener-policy']).toBe('same-origin-allow-popups')
  })

  it('allow framing of /subscribe-verify only', async () => {
    for (const payments of [undefined, { sandbox }, 'stripe'] as const) {
      expect((await headersFor(payments, '/dashboard')).of('frame-ancestors')).toEqual(["'none'"])
      expect((await headersFor(payments, '/subscribe-verify?x=1')).of('frame-ancestors')).toContain("'self'")
    }
  })
})

it('without a payment provider every billing call says so in both languages, and granted plans are still shown', async () => {
  const testServer = await openTestServer({ LOG_LEVEL: 'error' })
  try {
    const apiClient = await ApiClient.signIn(testServer, 'hk-yearly')
    expect((await apiClient.ask(operator)).data.payments).toBe('none')
    const plan = { productId: 1, billingPeriodId: 3, couponCode: null }
    const params = { id: 'sub_1' }
    const answers = [
      await apiClient.ask(paymentsConfig),
      await apiClient.ask(userSubscriptions),
      await apiClient.ask(previewSubscribe, { body: plan }),
      await apiClient.ask(validateCoupon, { body: { ...plan, couponCode: 'A' } }),
      await apiClient.ask(subscribe, { body: { ...plan, paymentMethod: existingCard } }),
      await apiClient.ask(previewUpdate, { params, body: plan }),
      await apiClient.ask(updateSubscription, { params, body: { hasAutoRenew: false } }),
      await apiClient.ask(cancelDowngrade, { params }),
      await apiClient.ask(updateCard, { body: { paymentMethod: 'pm_1' } }),
      await apiClient.ask(invoicePdf, { params }),
    ]
    for (const answer of answers)
      expect(answer).toMatchObject({ http: 503, status: 'Error', errors: [{ code: 'payments_none' }] })
    expect(answers[1]!.errors[0]!.message).toMatch(/^Payments are not set up/)
    expect(await apiClient.ask(givenPlans)).toMatchObject({ http: 200, data: [{ kind: 'plan', productId: 1 }] })
    apiClient.language = 'zh-HK'
    expect((await apiClient.ask(userSubscriptions)).errors[0]!.message).toContain('尚未設定付款服務')
    expect(testServer.log.join('')).not.toContain('unexpected error')
    const told = await fetch(`${testServer.base}/api/payments/webhook`, { method: 'POST', body: '{}' })
    expect(told.status).toBe(404)
  } finally {
    await testServer.close()
  }
})
