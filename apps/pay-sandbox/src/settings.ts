import type { Store } from './store.ts'

export type Settings = {
  /** The URL at which a browser reaches the sandbox; URLs of invoices and of the 3-D Secure page begin with it. */
  origin: string
  /** Days after the first failed payment on which payment is retried. */
  retryDays: readonly number[]
  /** What a subscription becomes when the last retry of a payment has failed. */
  afterRetries: 'canceled' | 'unpaid'
  unpaidInvoice: 'open' | 'uncollectible'
  /** How long a renewal's invoice remains a draft, in seconds. */
  draftSeconds: number
  /** How many days before a renewal `invoice.upcoming` is sent; 0 means never. */
  upcomingDays: number
  /** The smallest amount, in cents, that can be charged to a card. */
  minimumCharge: number
  /** The name and country of the shop, as invoices show them. */
  accountName: string
  accountCountry: string
  /**
   * URL of the shop's page that moves the shop's clock together with this one. If empty, the sandbox's console moves
   * this one.
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
