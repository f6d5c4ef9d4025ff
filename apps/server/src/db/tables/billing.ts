import type { AuditAction, BillingEmailKind } from '@finlist/contract/staff/customers'
import type { ColumnType, Generated } from 'kysely'
import type { Instant, Json, MadeInstant, MadeJson } from './columns.ts'

export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'paused'
  | 'canceled'
export type OperationKind =
  | 'subscribe'
  | 'upgrade'
  | 'downgrade'
  | 'cancel-downgrade'
  | 'renewal'
  | 'card'
  | 'credit'
  | 'refund'
  | 'trial'

/** Granted plans, products sold, payments, and staff's actions on them. */
export type BillingTables = {
  plan_grant: {
    user_id: number
    grant_id: ColumnType<number, never, never>
    product_id: number
    period_id: number
    starts_at: MadeInstant
    ends_at: Instant
    created_at: MadeInstant
    subscription_id: Generated<string | null>
    is_trial: Generated<boolean>
  }
  billing_customer: {
    user_id: number
    customer_id: string
    credit_cents: Generated<number>
    owed_cents: Generated<number>
    payment_method_id: Generated<string | null>
    card_brand: Generated<string | null>
    card_last4: Generated<string | null>
    card_exp_month: Generated<number | null>
    card_exp_year: Generated<number | null>
    card_fingerprint: Generated<string | null>
    read_at: MadeInstant
    compared_at: ColumnType<Date | null, Date | null | undefined, Date | null>
    deleted: Generated<boolean>
  }
  subscription: {
    user_id: number
    subscription_id: string
    product_id: number
    period_id: number
    future_period_id: Generated<number>
    schedule_id: string | null
    status: SubscriptionStatus
    renews: boolean
    started_at: Instant
    period_start: Instant
    period_end: Instant
    trial_end: Instant | null
    ended_at: Instant | null
    price_cents: number
    next_cents: number
    coupon_id: string | null
    read_at: MadeInstant
  }
  invoice: {
    user_id: number
    invoice_id: string
    subscription_id: string | null
    product_id: number | null
    period_id: number | null
    number: string | null
    status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
    subtotal_cents: number
    discount_cents: number
    total_cents: number
    credit_cents: number
    paid_cents: number
    due_cents: number
    refunded_cents: Generated<number>
    disputed: Generated<boolean>
    credited_cents: Generated<number>
    dispute_lost: Generated<boolean>
    promotion_code_id: string | null
    coupon_id: string | null
    period_start: Instant
    period_end: Instant
    created_at: Instant
    paid_at: Instant | null
    next_attempt_at: Instant | null
    read_at: MadeInstant
    recurring_cents: Generated<number>
    payment_intent_id: Generated<string | null>
    needs_bank: Generated<boolean>
    access_ruling: Generated<'kept' | 'ended' | null>
    access_ruled_at: ColumnType<Date | null, never, Date | null>
  }
  billing_coupon: { coupon_id: string; name: string }
  refund: {
    user_id: number
    refund_id: string
    invoice_id: string
    cents: number
    to_credit: Generated<boolean>
    created_at: Instant
  }
  dispute: {
    user_id: number
    dispute_id: string
    invoice_id: string
    cents: number
    state: 'open' | 'lost' | 'won'
    opened_at: Instant
    lost_at: Instant | null
    won_at: Instant | null
  }
  billing_email: {
    user_id: number
    email_id: ColumnType<number, never, never>
    kind: BillingEmailKind
    subject_id: string
    decided_at: Instant
    state: Generated<'waiting' | 'sent' | 'dropped' | 'failed'>
    settled_at: ColumnType<Date | null, never, Date | null>
    attempts: Generated<number>
    pdf_attempts: Generated<number>
    try_at: Instant
    error: Generated<string | null>
  }
  billing_operation: {
    user_id: number
    operation_id: string
    kind: OperationKind
    product_id: number | null
    subscription_id: string | null
    request: Json
    asked_key: string | null
    quoted_at: Instant | null
    state: 'started' | 'requires_action' | 'done' | 'failed'
    step: Generated<string>
    before: MadeJson
    ids: MadeJson
    answer: Json | null
    error: Json | null
    created_at: MadeInstant
    updated_at: MadeInstant
  }
  billing_quote: {
    user_id: number
    product_id: number
    subscription_id: Generated<string>
    period_id: number
    promotion_code_id: Generated<string>
    amount_cents: number
    quoted_at: Instant
  }
  billing_event: {
    event_id: string
    type: string
    customer_id: string | null
    object_id: string | null
    created_at: Instant
    received_at: MadeInstant
    applied_at: Instant | null
    attempts: Generated<number>
    try_at: MadeInstant
    error: string | null
  }
  trial_taken: { user_id: number; product_id: number; card_fingerprint: Generated<string>; taken_at: MadeInstant }
  invoice_link: { token_hash: Buffer; user_id: number; invoice_id: string; expires_at: Instant }
  audit_log: {
    audit_id: ColumnType<number, never, never>
    by_user_id: number | null
    by_name: string
    about_user_id: number | null
    action: AuditAction
    facts: ColumnType<Record<string, string | number | boolean | null>, string, never>
    reason: string
    asked_key: Generated<string | null>
    operation_id: Generated<string | null>
    at: Instant
  }
  affiliate_code: {
    code: string
    user_id: number | null
    coupon_id: string
    promotion_code_id: string | null
    percent_off: number
    duration: 'once' | 'forever'
    by_user_id: number
    reason: string
    operation_id: string
    created_at: Instant
  }
  affiliate_month: {
    month: string
    rate_basis_points: number
    closed_at: Instant
  }
  affiliate_line: {
    coupon_id: string
    month: string
    key: string
    kind: 'sale' | 'renewal' | 'refund' | 'correction' | 'dispute-lost' | 'dispute-won'
    at: Instant
    product_id: number | null
    period_id: number | null
    cents: number
    sold: number
  }
}
