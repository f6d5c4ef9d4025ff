import { expect, onTestFinished, test } from 'vitest'
import { loadCardClient } from './card-client.ts'

type Asked = { currency: string; amount: number }

/** A fake of Stripe's script, which records its calls. */
function stripeOfThePage() {
  const asked: Asked[] = []
  const button = () => ({
    on: (event: string, heard: (ready: object) => void) =>
      event === 'ready' && heard({ availablePaymentMethods: { googlePay: true } }),
    mount: () => undefined,
    destroy: () => undefined,
  })
  const elements = (options: Asked) => {
    asked.push(options)
    return { create: button, update: (changed: Partial<Asked>) => asked.push({ ...options, ...changed }) }
  }
  const page = window as { Stripe?: unknown }
  page.Stripe = Object.assign(() => ({ elements, _registerWrapper: () => undefined }), { version: 'endive' })
  onTestFinished(() => void delete page.Stripe)
  return asked
}

test('a wallet is requested in Hong Kong dollars, both for its availability and for its button (PLAN-57)', async () => {
  const asked = stripeOfThePage()
  const client = await loadCardClient({ provider: 'stripe', publishableKey: 'pk_test_1', sandboxUrl: '' })
  expect(await client.walletAvailability({ amount: 200_000 })).toEqual({ applePay: false, googlePay: true })
  const place = document.createElement('div')
  const wallet = client.mountWallet(place, { amount: 200_000, label: 'FinList HK' }, () => Promise.resolve('success'))
  wallet.update({ amount: 160_000 })
  wallet.destroy()
  expect(asked.map(({ currency, amount }) => ({ currency, amount }))).toEqual([
    { currency: 'hkd', amount: 200_000 },
    { currency: 'hkd', amount: 200_000 },
    { currency: 'hkd', amount: 160_000 },
  ])
})
