/** Replaces `@finlist/i18n/plain-name` in the build: only the server checks names, and its patterns are long. */
export const isPlainName = (): boolean => true
