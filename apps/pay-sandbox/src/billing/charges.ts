import type Stripe from 'stripe'
import type { Decline } from '../errors.ts'
import { newId } from '../ids.ts'
import type { Store } from '../store.ts'
import { get } from '../stripe-objects.ts'
import { timeOf } from '../time.ts'
import { add } from '../update.ts'

/** Records an attempt to charge an intent's amount to a card, either a success or a failure with its reason. */
export function charge(
  store: Store,
  intent: Stripe.PaymentIntent,
  methodId: string,
  decline: Decline | undefined,
  isAuthenticated: boolean,
): Stripe.Charge {
  const method = get(store, 'payment_method', methodId)
  const made: Stripe.Charge = {
    id: newId('ch_'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: decline ? 0 : intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: method.billing_details,
    calculated_statement_descriptor: 'FINLIST',
    captured: !decline,
    created: timeOf(store, intent),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: decline?.code ?? null,
    failure_message: decline?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: decline ? 'try_again_later' : null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: decline ? 'declined_by_network' : 'approved_by_network',
      reason: decline?.decline_code ?? null,
      risk_level: 'normal',
      risk_score: 10,
      seller_message: decline ? 'The bank did not return any further details with this decline.' : 'Payment complete.',
      type: decline ? 'issuer_declined' : 'authorized',
    },
    paid: !decline,
    payment_intent: intent.id,
    payment_method: methodId,
    payment_method_details: { card: paidWith(method, intent.amount, isAuthenticated), type: 'card' },
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: decline ? 'failed' : 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
  return add(store, made, decline ? 'charge.failed' : 'charge.succeeded')
}

function paidWith(
  { card }: Stripe.PaymentMethod,
  amount: number,
  isAuthenticated: boolean,
): Stripe.Charge.PaymentMethodDetails.Card {
  if (!card) throw new Error('a card without its face')
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: card.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: isAuthenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: card.wallet && {
      ...(card.wallet.apple_pay && { apple_pay: {} }),
      ...(card.wallet.google_pay && { google_pay: {} }),
      dynamic_last4: null,
      type: card.wallet.type,
    },
  }
}
