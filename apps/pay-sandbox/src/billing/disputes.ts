import type Stripe from 'stripe'
import { daySeconds } from '../calendar.ts'
import { tell } from '../events.ts'
import { newId } from '../ids.ts'
import type { Store } from '../store.ts'
import { timeOf } from '../time.ts'
import { add, update } from '../update.ts'

/**
 * Records that the card holder disputes a charge with the bank. The sandbox never responds to a dispute, so it is lost
 * after nine days.
 */
export function dispute(store: Store, charge: Stripe.Charge): Stripe.Dispute {
  const at = timeOf(store, charge)
  update(store, charge, { disputed: true })
  const made: Stripe.Dispute = {
    id: newId('du_'),
    object: 'dispute',
    amount: charge.amount,
    balance_transactions: [],
    charge: charge.id,
    created: at,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: nothing,
    evidence_details: {
      due_by: at + 9 * daySeconds,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    network_reason_code: '10.4',
    payment_intent: charge.payment_intent,
    payment_method_details: {
      card: { brand: 'visa', case_type: 'chargeback', network: 'visa', network_reason_code: '10.4' },
      type: 'card',
    },
    reason: 'fraudulent',
    status: 'needs_response',
  }
  return add(store, made, 'charge.dispute.created')
}

export const loseDispute = (store: Store, dispute: Stripe.Dispute): void => close(store, dispute, 'lost')

/** Closes the dispute in the shop's favour, so that the shop keeps the payment. */
export const winDispute = (store: Store, dispute: Stripe.Dispute): void => close(store, dispute, 'won')

function close(store: Store, dispute: Stripe.Dispute, status: 'lost' | 'won'): void {
  const closed = {
    ...dispute,
    status,
    evidence_details: { ...dispute.evidence_details, past_due: status === 'lost' },
  } satisfies Stripe.Dispute
  store.put('dispute', closed)
  tell(store, 'charge.dispute.closed', closed)
}

const nothing: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}
