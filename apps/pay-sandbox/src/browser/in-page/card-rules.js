/** What may be typed into the card fields. Pure functions: the time (s since the epoch) is an argument. */

const brands = [
  { brand: 'visa', starts: /^4/, length: 16, cvc: 3 },
  { brand: 'mastercard', starts: /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, length: 16, cvc: 3 },
  { brand: 'amex', starts: /^3[47]/, length: 15, cvc: 4 },
]
const unknown = { brand: 'unknown', length: 16, cvc: 3 }
const separator = ' / '

const kindOf = digits => brands.find(({ starts }) => starts.test(digits)) ?? unknown
const digitsOf = text => text.replace(/\D/g, '')

export const brandOf = digits => kindOf(digits).brand

/** Groups the digits 4-4-4-4, or 4-6-5 for American Express, and drops excess digits. */
export function formatNumber(text) {
  const { brand, length } = kindOf(digitsOf(text))
  const digits = digitsOf(text).slice(0, length)
  const groups = brand === 'amex' ? /^(\d{1,4})(\d{1,6})?(\d{1,5})?$/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d{1,4})?$/
  return (groups.exec(digits) ?? []).slice(1).filter(Boolean).join(' ')
}

export function judgeNumber(text) {
  const digits = digitsOf(text)
  const { brand, length } = kindOf(digits)
  const full = digits.length === length
  const wrong = full ? (luhn(digits) ? undefined : 'invalid_number') : digits ? 'incomplete_number' : undefined
  return { value: digits, brand, empty: digits === '', full, complete: full && !wrong, wrong }
}

/**
 * Formats as `MM / YY`. Accepts `12/30`, `1 2030` and `12 / 2030`, as browsers autofill them. Deleting the only digit
 * of the year also removes the separator, so that deletion can continue.
 */
export function formatExpiry(text, deleting = false) {
  const { month, year } = partsOf(text)
  if (year) return month + separator + year
  return month.length < 2 || deleting ? month : month + separator
}

export function judgeExpiry(text, now) {
  const { month, year } = partsOf(text)
  const full = month.length === 2 && year.length === 2
  const wrong =
    month === '' ? undefined : full ? wrongDate(Number(month), 2000 + Number(year), now) : 'incomplete_expiry'
  return { value: `${month}${year}`, empty: month === '', full, complete: full && !wrong, wrong }
}

export function formatCvc(text, brand) {
  return digitsOf(text).slice(0, cvcLength(brand))
}

/** Requires three digits, or four for American Express. While the brand is unknown, either length is valid. */
export function judgeCvc(text, brand) {
  const digits = digitsOf(text)
  const full = digits.length === cvcLength(brand) || (brand === 'unknown' && digits.length === 3)
  const wrong = full || digits === '' ? undefined : 'incomplete_cvc'
  return { value: digits, empty: digits === '', full, complete: full, wrong }
}

export const cvcLength = brand => (brand === 'unknown' ? 4 : (brands.find(one => one.brand === brand) ?? unknown).cvc)

/** The caret position in `text` after the first `count` digits. */
export function caretAfter(text, count) {
  if (count === 0) return 0
  let seen = 0
  for (let at = 0; at < text.length; at++) if (/\d/.test(text[at]) && ++seen === count) return at + 1
  return text.length
}

function partsOf(text) {
  const filled = /^\s*(\d{1,2})\s*[/.\s-]\s*(?:20)?(\d{2})\s*$/.exec(text)
  if (filled) return { month: filled[1].padStart(2, '0'), year: filled[2] }
  const separated = /^\s*([1-9])\s*\//.test(text)
  let digits = digitsOf(text)
  if (separated || /^[2-9]/.test(digits) || /^1[3-9]/.test(digits)) digits = `0${digits}`
  return { month: digits.slice(0, 2), year: digits.slice(2, 4) }
}

function wrongDate(month, year, now) {
  const today = new Date(now * 1000)
  if (month < 1 || month > 12) return 'invalid_expiry_month'
  if (year < today.getUTCFullYear() || year > today.getUTCFullYear() + 50) return 'invalid_expiry_year'
  if (year === today.getUTCFullYear() && month < today.getUTCMonth() + 1) return 'invalid_expiry_month'
  return undefined
}

function luhn(digits) {
  const sum = [...digits].toReversed().reduce((total, digit, at) => {
    const double = Number(digit) * (at % 2 === 0 ? 1 : 2)
    return total + (double > 9 ? double - 9 : double)
  }, 0)
  return sum % 10 === 0
}
