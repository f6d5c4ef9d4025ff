import { AsYouType, isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/**
 * The field's value after each keystroke: the digits and plus sign typed, with the spaces and punctuation that the
 * formatter adds.
 */
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

/** The caret's index in `formatted`. It has the same number of digits before it as the caret had in the typed text. */
export function caretAfter(formatted: string, typedBeforeCaret: string): number {
  let signs = formatPhone(typedBeforeCaret).replace(/[^+\d]/g, '').length
  let at = 0
  while (signs > 0 && at < formatted.length) if (/[+\d]/.test(formatted[at++] ?? '')) signs--
  return at
}
