import type { Store } from './store.ts'

export type Settings = {
  /** The URL at which browsers reach the sandbox. The URLs of invoices and of the 3-D Secure page begin with it. */
  origin: string
  /** The days after an invoice was finalized on which a failed payment is retried. */
  retryDays: readonly number[]
  /** The status of a subscription after the last retry of a payment has failed. */
  afterRetries: 'canceled' | 'unpaid'
  unpaidInvoice: 'open' | 'uncollectible'
  /** The time for which the invoice of a renewal remains a draft, in seconds. */
  draftSeconds: number
  /** The number of days before a renewal when `invoice.upcoming` is sent; 0 for never. */
  upcomingDays: number
  /** The smallest amount, in cents, that can be charged to a card. */
  minimumCharge: number
  /** The name and country of the shop, as invoices show them. */
  accountName: string
  accountCountry: string
  /**
   * The URL of the shop's page that moves the shop's clock together with this one. If it is empty, the clock is moved
   * in the sandbox's console.
   */
  clockPage: string
}

const usual: Settings = {
  origin: 'http://127.0.0.1:5100',
  retryDays: [1, 3, 5, 7],
  afterRetries: 'canceled',
  unpaidInvoice: 'open',
  draftSeconds: 3600,
  upcomingDays: 7,
  minimumCharge: 400,
  accountName: 'FinList',
  accountCountry: 'HK',
  clockPage: '',
}

const chosen = new WeakMap<Store, Settings>()

export function configure(store: Store, settings: Partial<Settings>): void {
  chosen.set(store, { ...settingsOf(store), ...settings })
}

export const settingsOf = (store: Store): Settings => chosen.get(store) ?? usual
