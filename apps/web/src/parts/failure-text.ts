import { errorMessage, isUnanswered } from '../api/call-error.ts'

/** The texts of any feature. */
export type FailureWords = (key: 'error.unanswered' | 'error.unknown') => string

/** What is said of a failed call: the server's words, that no answer came, or that the reason is unknown. */
export const failureText = (error: unknown, t: FailureWords): string =>
  errorMessage(error) ?? t(isUnanswered(error) ? 'error.unanswered' : 'error.unknown')
