import type { Customer } from '@finlist/contract/staff/customers'

export type Invoice = Customer['invoices'][number]

/** An admin's action on another person's billing. */
export type StaffAction =
  | {
      kind: 'credit' | 'trial' | 'friend' | 'sign-out' | 'block' | 'take-role' | 'boards' | 'export' | 'erase' | 'join'
    }
  | { kind: 'refund'; invoice: Invoice }

/** Undefined for staff who may do none of it. */
export type Begin = ((action: StaffAction) => void) | undefined
