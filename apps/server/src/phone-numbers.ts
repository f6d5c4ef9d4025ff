import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** What is known of every country's numbers: loaded when the first number is read. */
const phones = () => require('libphonenumber-js/max') as typeof import('libphonenumber-js/max')

export const parsePhone = (text: string) => phones().parsePhoneNumberFromString(text)

export const isCountry = (code: string) => phones().isSupportedCountry(code)
