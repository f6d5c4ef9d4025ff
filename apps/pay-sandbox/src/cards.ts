import { createHash } from 'node:crypto'
import { cardError, type Decline } from './errors.ts'

/** What happens when a test card is attached or charged. */
export type Behaviour =
  | 'pays'
  | 'authenticate-unless-set-up'
  | 'authenticate-always'
  | 'authenticate-then-decline'
  | 'generic-decline'
  | 'insufficient-funds'
  | 'expired'
  | 'wrong-cvc'
  | 'processing-error'
  | 'declines-later'
  | 'disputed'

type TestCard = { brand: 'visa' | 'mastercard' | 'amex'; behaviour: Behaviour }

/** The only card numbers that are accepted, so that no real card can be used here. */
export const testCards: Readonly<Record<string, TestCard>> = {
  '4242424242424242': { brand: 'visa', behaviour: 'pays' },
  '5555555555554444': { brand: 'mastercard', behaviour: 'pays' },
  '378282246310005': { brand: 'amex', behaviour: 'pays' },
  '4000002500003155': { brand: 'visa', behaviour: 'authenticate-unless-set-up' },
  '4000002760003184': { brand: 'visa', behaviour: 'authenticate-always' },
  '4000008400001629': { brand: 'visa', behaviour: 'authenticate-then-decline' },
  '4000000000000002': { brand: 'visa', behaviour: 'generic-decline' },
  '4000000000009995': { brand: 'visa', behaviour: 'insufficient-funds' },
  '4000000000000069': { brand: 'visa', behaviour: 'expired' },
  '4000000000000127': { brand: 'visa', behaviour: 'wrong-cvc' },
  '4000000000000119': { brand: 'visa', behaviour: 'processing-error' },
  '4000000000000341': { brand: 'visa', behaviour: 'declines-later' },
  '4000000000000259': { brand: 'visa', behaviour: 'disputed' },
}

/** Stripe's predefined payment methods, by name, for callers that must not send card numbers. */
export const readyMade: Readonly<Record<string, string>> = {
  pm_card_visa: '4242424242424242',
  pm_card_mastercard: '5555555555554444',
  pm_card_amex: '378282246310005',
  pm_card_authenticationRequiredOnSetup: '4000002500003155',
  pm_card_authenticationRequired: '4000002760003184',
  pm_card_threeDSecureRequiredChargeDeclined: '4000008400001629',
  pm_card_chargeDeclined: '4000000000000002',
  pm_card_chargeDeclinedInsufficientFunds: '4000000000009995',
  pm_card_chargeDeclinedExpiredCard: '4000000000000069',
  pm_card_chargeDeclinedIncorrectCvc: '4000000000000127',
  pm_card_chargeDeclinedProcessingError: '4000000000000119',
  pm_card_chargeCustomerFail: '4000000000000341',
  pm_card_createDispute: '4000000000000259',
}

export type AcceptedCard = {
  brand: TestCard['brand']
  last4: string
  funding: 'credit'
  country: 'US'
  exp_month: number
  exp_year: number
  behaviour: Behaviour
  /** Identifies the card number. Equal numbers have equal fingerprints. */
  fingerprint: string
}

/**
 * Checks the card data that was typed, at `now` in seconds since the epoch. Of the number, only the last four digits
 * are returned. Throws `ApiError` 402 with the code incorrect_number, invalid_expiry_month, invalid_expiry_year or
 * invalid_cvc. A missing `cvc` is not checked.
 */
export function acceptNumber(
  number: string,
  expMonth: number,
  expYear: number,
  cvc: string | undefined,
  now: number,
): AcceptedCard {
  const digits = number.replace(/[\s-]/g, '')
  const card = passesLuhn(digits) ? testCards[digits] : undefined
  if (!card) throw cardError(declines.incorrectNumber)
  if (!Number.isInteger(expMonth) || expMonth < 1 || expMonth > 12) throw cardError(declines.expiryMonth)
  const year = expYear < 100 ? 2000 + expYear : expYear
  if (!Number.isInteger(year) || year > 2099 || isPast(expMonth, year, now)) throw cardError(declines.expiryYear)
  if (cvc !== undefined && !(card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/).test(cvc)) throw cardError(declines.cvc)
  return {
    brand: card.brand,
    last4: digits.slice(-4),
    funding: 'credit',
    country: 'US',
    exp_month: expMonth,
    exp_year: year,
    behaviour: card.behaviour,
    fingerprint: fingerprintOf(digits),
  }
}

/** Whether the card has expired. A card is valid until the end of its month, in UTC. */
export function isPast(expMonth: number, expYear: number, now: number): boolean {
  return now * 1000 >= Date.UTC(expYear, expMonth, 1)
}

function passesLuhn(digits: string): boolean {
  if (!/^\d{12,19}$/.test(digits)) return false
  let sum = 0
  for (let place = 0; place < digits.length; place++) {
    const digit = Number(digits[digits.length - 1 - place])
    const doubled = place % 2 ? digit * 2 : digit
    sum += doubled > 9 ? doubled - 9 : doubled
  }
  return sum % 10 === 0
}

function fingerprintOf(digits: string): string {
  return createHash('sha256')
    .update(`sandbox ${digits}`)
    .digest('base64')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 16)
}

const declined = (decline_code: string, message: string): Decline => ({ code: 'card_declined', decline_code, message })

export const declines = {
  incorrectNumber: { code: 'incorrect_number', param: 'number', message: 'Your card number is incorrect.' },
  expiryMonth: {
    code: 'invalid_expiry_month',
    param: 'exp_month',
    message: "Your card's expiration month is invalid.",
  },
  expiryYear: { code: 'invalid_expiry_year', param: 'exp_year', message: "Your card's expiration year is invalid." },
  cvc: { code: 'invalid_cvc', param: 'cvc', message: "Your card's security code is invalid." },
  generic: declined('generic_decline', 'Your card was declined.'),
  funds: declined('insufficient_funds', 'Your card has insufficient funds.'),
  expired: {
    code: 'expired_card',
    decline_code: 'expired_card',
    param: 'exp_month',
    message: 'Your card has expired.',
  },
  wrongCvc: {
    code: 'incorrect_cvc',
    decline_code: 'incorrect_cvc',
    param: 'cvc',
    message: "Your card's security code is incorrect.",
  },
  processing: {
    code: 'processing_error',
    decline_code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  authenticationRequired: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
  notAuthenticated: {
    code: 'payment_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
  setupNotAuthenticated: {
    code: 'setup_intent_authentication_failure',
    message:
      'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
  },
  noMethod: {
    code: 'missing',
    message: 'There is no default payment method set on this customer, subscription or invoice.',
  },
} satisfies Record<string, Decline>

/** The reason why a card with this behaviour is declined when it is charged; undefined if the charge succeeds. */
export const declineOf: Readonly<Record<Behaviour, Decline | undefined>> = {
  pays: undefined,
  disputed: undefined,
  'authenticate-unless-set-up': undefined,
  'authenticate-always': undefined,
  'authenticate-then-decline': declines.generic,
  'generic-decline': declines.generic,
  'insufficient-funds': declines.funds,
  expired: declines.expired,
  'wrong-cvc': declines.wrongCvc,
  'processing-error': declines.processing,
  'declines-later': declines.generic,
}

/** The reason why a card cannot be attached to a customer; undefined if it can, even if charging it fails. */
export const refusalToAttach = (behaviour: Behaviour): Decline | undefined =>
  behaviour === 'declines-later' || behaviour === 'authenticate-then-decline' ? undefined : declineOf[behaviour]
