import { AsYouType, isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** The field's value after each keystroke: digits and plus sign, with the spaces and signs of the formatter. */
export function formatPhone(typed: string): string {
  const kept = typed.normalize('NFKC').replace(/[^+\d]/g, '')
  const number = kept.slice(0, 1) + kept.slice(1).replace(/\+/g, '')
  return new AsYouType().input(number)
}

/** The number with its country code, without spaces; undefined if it is not valid. */
export function internationalPhone(typed: string): string | undefined {
  const number = typed.replace(/\s/g, '')
  return number.startsWith('+') && isValidPhoneNumber(number) ? parsePhoneNumberFromString(number)?.number : undefined
}

/** The caret's index in `formatted` with as many digits before it as before formatting. */
export function caretAfter(formatted: string, typedBeforeCaret: string): number {
  let signs = formatPhone(typedBeforeCaret).replace(/[^+\d]/g, '').length
  let at = 0
  while (signs > 0 && at < formatted.length) if (/[+\d]/.test(formatted[at++] ?? '')) signs--
  return at
}
