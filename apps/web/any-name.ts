/**
 * The web build replaces `@finlist/i18n/plain-name` with this file: only the server validates names, and the patterns
 * of the real module are long.
 */
export const isPlainName = (): boolean => true
