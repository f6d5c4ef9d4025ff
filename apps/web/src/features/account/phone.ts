import { AsYouType, isValidPhoneNumber, parsePhoneNumberFromString } from 'libphonenumber-js/min'

/** What stands in the field after each stroke: the formatter's own characters, with the spaces it sets. */
export function formatPhone(typed: string): string {
  const kept = typed.normalize('NFKC').replace(/[^+\d]/g, '')
  const number = kept.slice(0, 1) + kept.slice(1).replace(/\+/g, '')
  return new AsYouType().input(number)
}

/** The number with its country code and nothing else, or undefined when it is not a valid one. */
export function internationalPhone(typed: string): string | undefined {
  const number = typed.replace(/\s/g, '')
  return number.startsWith('+') && isValidPhoneNumber(number) ? parsePhoneNumberFromString(number)?.number : undefined
}

/** Where the caret belongs in `formatted` so that the same digits stand before it as before the strokes were set. */
export function caretAfter(formatted: string, typedBeforeCaret: string): number {
  let signs = formatPhone(typedBeforeCaret).replace(/[^+\d]/g, '').length
  let at = 0
  while (signs > 0 && at < formatted.length) if (/[+\d]/.test(formatted[at++] ?? '')) signs--
  return at
}
