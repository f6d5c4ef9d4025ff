import type { Store } from './store.ts'

export type Settings = {
  /** Where a browser reaches the sandbox: addresses of invoices and of the 3-D Secure page begin with it. */
  origin: string
  /** Days after the first failed payment on which it is tried again. */
  retryDays: readonly number[]
  /** What becomes of a subscription when the last try has failed, and of its invoice. */
  afterRetries: 'canceled' | 'unpaid'
  unpaidInvoice: 'open' | 'uncollectible'
  /** How long the invoice of a renewal stays a draft. */
  draftSeconds: number
  /** How long before a renewal `invoice.upcoming` is told; 0: not at all. */
  upcomingDays: number
  /** The smallest amount, in cents, that is taken from a card. */
  minimumCharge: number
  /** The name and country of the shop, as invoices show them. */
  accountName: string
  accountCountry: string
  /** Where the shop moves its own clock, and this one with it; empty: this one is moved at the console. */
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
