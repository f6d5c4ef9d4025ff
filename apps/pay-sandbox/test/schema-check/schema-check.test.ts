// @module-tag slow
import type Stripe from 'stripe'
import { describe, expect, it } from 'vitest'
import { Shop } from '../shop.ts'
import { StripeSchemaCheck } from './schema-check.ts'

type Thing = Record<string, unknown> & { object: string }

/** Valid objects of several types, made by the sandbox. */
function truths(): Thing[] {
  const shop = new Shop('2026-01-15T00:00:00Z')
  const customer = shop.customer('pm_card_visa')
  const { id } = shop.subscribe(customer, shop.price(200_000), {})
  const kinds = [
    'customer',
    'price',
    'subscription',
    'invoice',
    'payment_intent',
    'charge',
    'payment_method',
    'invoice_payment',
  ]
  const made = kinds.flatMap(kind => shop.store.all(kind).slice(-1))
  expect(made).toHaveLength(kinds.length)
  expect(shop.subscription(id).status).toBe('active')
  const paid = shop.store.all<Stripe.Event>('event').find(({ type }) => type === 'invoice.paid')
  return JSON.parse(JSON.stringify([...made, paid])) as Thing[]
}

describe('the check against the payment provider’s schemas', () => {
  it.each(truths().map(thing => [thing.object, thing] as const))(
    'accepts valid %s objects and rejects spoilt ones',
    (_, thing) => {
      const faults = (false_: object) => new StripeSchemaCheck().judge(false_ as Thing)
      expect(faults(thing)).toEqual([])
      expect(faults({ ...thing, flavour: null })).not.toEqual([])
      expect(faults({ ...thing, livemode: 'no' })).not.toEqual([])
      const { id: _id, ...nameless } = thing
      expect(faults(nameless)).not.toEqual([])
      expect(faults({ ...thing, object: 'gift' })).not.toEqual([])
      const spoilt = {
        ...(thing['status'] !== undefined && { status: 5 }),
        ...(thing['amount'] !== undefined && { amount: 1.5 }),
      }
      expect(faults({ ...thing, ...spoilt }).length).toBeGreaterThanOrEqual(Object.keys(spoilt).length)
    },
  )

  it('rejects unknown values of enums that Stripe leaves open, and checks nested objects and event data', () => {
    const schemaCheck = new StripeSchemaCheck()
    const named = Object.fromEntries(truths().map(thing => [thing.object, thing]))
    const { subscription, invoice, payment_intent: intent, event, customer } = named as Record<string, Thing>
    expect(schemaCheck.judge({ ...subscription, status: 'sleeping' } as Thing)).not.toEqual([])
    expect(schemaCheck.judge({ ...invoice, billing_reason: 'mood' } as Thing)).not.toEqual([])
    expect(schemaCheck.judge({ ...invoice, customer } as Thing)).toEqual([])
    expect(schemaCheck.judge({ ...invoice, customer: intent } as Thing)).not.toEqual([])
    expect(schemaCheck.judge({ ...invoice, customer: { ...customer, balance: null } } as Thing)).not.toEqual([])
    const data = (event as Thing)['data'] as object
    expect(schemaCheck.judge({ ...event, data: { ...data, object: customer } } as Thing)).toEqual([
      'invoice.paid with customer',
    ])
    expect(schemaCheck.judge({ ...event, data: { ...data, previous_attributes: { mood: 1 } } } as Thing)).toHaveLength(
      1,
    )
    expect(schemaCheck.judge({ ...event, type: 'invoice.enjoyed' } as Thing)).toHaveLength(1)
  })

  it('checks lists and errors, and records which routes were called', () => {
    const schemaCheck = new StripeSchemaCheck()
    const [customer] = truths()
    const list = {
      object: 'list',
      data: [customer, { ...customer, livemode: 1 }],
      has_more: false,
      url: '/v1/customers',
    }
    schemaCheck.see('GET /v1/customers', 200, list)
    schemaCheck.see('GET /v1/prices', 404, { error: { type: 'invalid_request_error', message: 'No' } })
    expect([...schemaCheck.driven]).toEqual(['GET /v1/customers'])
    expect(schemaCheck.missing()).toContain('GET /v1/prices')
    expect([...schemaCheck.violations]).toHaveLength(1)
    schemaCheck.see('GET /v1/prices', 404, { message: 'No' })
    expect([...schemaCheck.violations]).toHaveLength(2)
  })
})
