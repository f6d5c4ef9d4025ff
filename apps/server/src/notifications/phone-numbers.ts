import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Parses a phone number as typed; undefined if it is not one. The table of all countries is loaded on first use. */
export function parsePhone(text: string) {
  const { parsePhoneNumberFromString } = require('libphonenumber-js/max') as typeof import('libphonenumber-js/max')
  return parsePhoneNumberFromString(text)
}
