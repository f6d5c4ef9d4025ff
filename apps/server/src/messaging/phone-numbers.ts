import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Parses a number as it was typed; undefined when it is none. The data on all countries load with the first one. */
export function parsePhone(text: string) {
  const { parsePhoneNumberFromString } = require('libphonenumber-js/max') as typeof import('libphonenumber-js/max')
  return parsePhoneNumberFromString(text)
}
