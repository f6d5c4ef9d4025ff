export type CardBrand = 'visa' | 'mastercard' | 'amex' | 'unknown'

/**
 * What a field contains, and whether it is valid. `value` has only digits (an expiry date as MMYY); `wrong` is an error
 * code of Stripe's API.
 */
export type Judged = {
  value: string
  empty: boolean
  /** The field is full, so further digits are ignored. */
  full: boolean
  complete: boolean
  wrong: string | undefined
}

export function brandOf(digits: string): CardBrand
export function formatNumber(text: string): string
export function judgeNumber(text: string): Judged & { brand: CardBrand }
export function formatExpiry(text: string, deleting?: boolean): string
export function judgeExpiry(text: string, now: number): Judged
export function formatCvc(text: string, brand: CardBrand): string
export function judgeCvc(text: string, brand: CardBrand): Judged
export function cvcLength(brand: CardBrand): 3 | 4
export function caretAfter(text: string, count: number): number
