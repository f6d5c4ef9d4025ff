import type { Stripe } from '@stripe/stripe-js'
import { expect, test } from 'vitest'
import type { CardField } from './card-client.ts'
import { cardFields } from './stripe.ts'

test('a card field in Stripe’s frame reports when it gets and loses focus', () => {
  const handlers = new Map<string, () => void>()
  const elementOf = (kind: string) => ({
    on(event: string, act: () => void) {
      handlers.set(`${kind} ${event}`, act)
      return this
    },
    mount: () => undefined,
    destroy: () => undefined,
    clear: () => undefined,
  })
  const stripe = { elements: () => ({ create: elementOf }) } as unknown as Stripe
  const client = cardFields(stripe)
  const box = document.createElement('div')
  const heard: [CardField, boolean][] = []
  const mounted = client.mountFields({ number: box, expiry: box, cvc: box }, () => undefined, {
    locale: 'en',
    onFocus: (field, has) => heard.push([field, has]),
  })
  for (const kind of ['cardNumber', 'cardExpiry', 'cardCvc'])
    for (const event of ['focus', 'blur']) handlers.get(`${kind} ${event}`)?.()
  expect(heard).toEqual(
    (['number', 'expiry', 'cvc'] as const).flatMap(field => [
      [field, true],
      [field, false],
    ]),
  )
  mounted.destroy()
})
