import type { ProviderClient } from '../payments/provider/provider.ts'

export const demoCoupons = [
  { code: 'WELCOME20', off: { percent_off: 20 }, does: '20% off the first payment' },
  { code: 'FIXED500', off: { amount_off: 50_000, currency: 'hkd' }, does: 'HK$500 off the first payment' },
]

/** Creates the demo's missing promotion codes at the sandbox. */
export async function makeDemoCoupons(stripe: ProviderClient) {
  for (const { code, off } of demoCoupons) {
    const { data } = await stripe.promotionCodes.list({ code, active: true, limit: 1 })
    if (data.length > 0) continue
    const coupon = await stripe.coupons.create({ name: code, duration: 'once', ...off })
    await stripe.promotionCodes.create({ promotion: { type: 'coupon', coupon: coupon.id }, code })
  }
}
