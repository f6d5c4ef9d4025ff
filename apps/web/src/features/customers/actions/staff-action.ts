import type { Customer } from '@finlist/contract/staff/customers'

export type Invoice = Customer['invoices'][number]

/** An admin's action on another user's billing. */
export type StaffAction =
  | {
      kind: 'credit' | 'trial' | 'friend' | 'sign-out' | 'block' | 'take-role' | 'boards' | 'export' | 'erase' | 'join'
    }
  | { kind: 'refund'; invoice: Invoice }

/** Starts an action; undefined for staff who have no right to any. */
export type Begin = ((action: StaffAction) => void) | undefined
