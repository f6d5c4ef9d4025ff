import { errorMessage, isUnanswered } from '../api/call-error.ts'

/** Translates the two keys, which the texts of every feature contain. */
export type FailureWords = (key: 'error.unanswered' | 'error.unknown') => string

/**
 * The text shown for a failed call: the server's message if it sent one, otherwise that there was no response or that
 * the reason is unknown.
 */
export const failureText = (error: unknown, t: FailureWords): string =>
  errorMessage(error) ?? t(isUnanswered(error) ? 'error.unanswered' : 'error.unknown')
