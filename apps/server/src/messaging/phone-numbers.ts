import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** A number as it was typed; undefined when it is none. What is known of all countries loads with the first one. */
export function parsePhone(text: string) {
  const { parsePhoneNumberFromString } = require('libphonenumber-js/max') as typeof import('libphonenumber-js/max')
  return parsePhoneNumberFromString(text)
}
