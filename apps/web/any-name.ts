/**
 * The web build uses this file in place of `@finlist/i18n/plain-name`: only the server checks names, and the patterns
 * of the real one are long.
 */
export const isPlainName = (): boolean => true
