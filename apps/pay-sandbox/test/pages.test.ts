import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openSandbox, type Sandbox } from '../src/sandbox.ts'
import { textOf } from './pdf-text.ts'

const secretKey = 'sk_test_pages'
let sandbox: Sandbox
let stripe: Stripe
let subscription: Stripe.Subscription
let customer: Stripe.Customer

beforeAll(async () => {
  const shop = { allowedOrigin: 'http://shop.example', webhook: { url: 'http://127.0.0.1:9/', secret: 'whsec_pages' } }
  sandbox = await openSandbox({ port: 0, secretKey, publishableKey: 'pk_test_pages', ...shop })
  stripe = new Stripe(secretKey, { host: '127.0.0.1', port: sandbox.port, protocol: 'http', maxNetworkRetries: 0 })
  const product = await stripe.products.create({ name: 'FinList HK', metadata: { name_zh: 'FinList 港股' } })
  const price = await stripe.prices.create({
    currency: 'hkd',
    unit_amount: 200_000,
    recurring: { interval: 'month' },
    product: product.id,
  })
  const coupon = await stripe.coupons.create({ percent_off: 20, duration: 'once', name: 'Welcome', id: 'welcome' })
  const code = await stripe.promotionCodes.create({
    code: 'WELCOME20',
    promotion: { type: 'coupon', coupon: coupon.id },
  })
  customer = await stripe.customers.create({
    email: 'taiman@finlist.example',
    name: '陳大文 <b>',
    preferred_locales: ['zh-HK'],
  })
  const method = await stripe.paymentMethods.attach('pm_card_visa', { customer: customer.id })
  subscription = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
    default_payment_method: method.id,
    discounts: [{ promotion_code: code.id }],
    expand: ['latest_invoice'],
  })
})
afterAll(() => sandbox.close())

const page = (path: string) => fetch(sandbox.origin + path)
const read = async (path: string) => (await page(path)).text()
const post = (path: string, fields: Record<string, string>) =>
  fetch(sandbox.origin + path, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual' })

describe('an invoice’s PDF', () => {
  const link = () => (subscription.latest_invoice as Stripe.Invoice).invoice_pdf!

  it('is in the customer’s language, and states what was paid', async () => {
    const answer = await fetch(link())
    expect(answer.headers.get('content-type')).toBe('application/pdf')
    const text = textOf(Buffer.from(await answer.arrayBuffer()))
    expect(text).toEqual(
      expect.arrayContaining(['收據', '已付款', 'FinList 港股 月費', '折扣：WELCOME20', '−HK$400.00', 'HK$1,600.00']),
    )
    expect(text).toContain('Visa •••• 4242')
  })

  it('is available only at its complete link, including the secret', async () => {
    const [address, key = ''] = link().split('?key=')
    expect(key).toMatch(/^\w{20,}$/)
    expect((await fetch(`${address}`)).status).toBe(404)
    expect((await fetch(`${address}?key=${key.slice(1)}`)).status).toBe(404)
  })

  it('shows a refund after it has been made', async () => {
    const [payment] = (
      await stripe.invoicePayments.list({ invoice: (subscription.latest_invoice as Stripe.Invoice).id })
    ).data
    await stripe.refunds.create({ payment_intent: payment!.payment.payment_intent as string, amount: 60_000 })
    const text = textOf(Buffer.from(await (await fetch(link())).arrayBuffer()))
    expect(text).toEqual(expect.arrayContaining(['部分退款', '已退款 HK$600.00']))
  })
})

describe('the sandbox’s console', () => {
  it('shows customers, coupons and the clock in both languages, and escapes their texts', async () => {
    const english = await read('/_sandbox/')
    expect(english).toContain('Test payments only. No money moves.')
    for (const text of ['taiman@finlist.example', '陳大文 &lt;b&gt;', 'WELCOME20', '20%'])
      expect(english).toContain(text)
    expect(await read('/_sandbox/?lang=zh')).toContain('只作測試付款')
    const about = await read(`/_sandbox/customers/${customer.id}?lang=zh`)
    for (const text of ['FinList 港股 月費', '生效', 'HK$1,600.00']) expect(about).toContain(text)
    expect(await read('/_sandbox/coupons/welcome')).toContain('taiman@finlist.example')
    expect((await page('/_sandbox/coupons/none')).status).toBe(404)
  })

  it('cannot be framed, and runs no script', async () => {
    const policy = (await page('/_sandbox/')).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('script-src')
  })

  it('moves the clock only for its own forms', async () => {
    const before = sandbox.store.now()
    const back = '/_sandbox/?lang=zh'
    expect((await post('/_sandbox/clock', { advance: '86400', back })).status).toBe(401)
    expect((await post('/_sandbox/clock', { advance: '86400', back, token: 'guessed' })).status).toBe(401)
    expect(sandbox.store.now()).toBeLessThan(before + 86_400)
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(await read('/_sandbox/')) ?? []
    const moved = await post('/_sandbox/clock', { advance: '86400', back, token })
    expect([moved.status, moved.headers.get('location')]).toEqual([303, back])
    expect(sandbox.store.now()).toBeGreaterThanOrEqual(before + 86_400)
  })

  it('turns webhooks on and off, and shows their state', async () => {
    const [, token = ''] = /name="token" value="([^"]+)"/.exec(await read('/_sandbox/')) ?? []
    await post('/_sandbox/webhooks', { paused: 'true', duplicate: '2', back: '/_sandbox/', token })
    const shown = await read('/_sandbox/')
    expect(shown).toMatch(/name="paused">\s*<option value="false">No<\/option><option value="true" selected>Yes/)
    expect(shown).toContain('<option value="2" selected>2</option>')
  })
})

describe('the bank’s page in a frame', () => {
  it('may be framed only by the shop', async () => {
    for (const path of ['/_sandbox/fields?field=cvc&group=1', '/_sandbox/wallet?group=1', '/_sandbox/3ds/pi_none'])
      expect((await page(path)).headers.get('content-security-policy')).toMatch(
        /frame-ancestors http:\/\/shop\.example$/,
      )
  })

  it('ignores unknown or unsafe values in its address', async () => {
    const style = JSON.stringify({ color: 'red;}body{display:none', fontSize: '14px', other: 'x' })
    const query = new URLSearchParams({ field: '"><script>', group: '"><script>', locale: 'xx', style })
    const shown = await read(`/_sandbox/fields?${query.toString()}`)
    expect(shown).not.toContain('"><script>')
    expect(shown).not.toContain('display:none')
    expect(shown).toContain('--font-size')
    expect(shown).toContain('cc-number')
  })
})
