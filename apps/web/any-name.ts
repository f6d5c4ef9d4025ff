/** Stands for `@finlist/i18n/plain-name` in the build: the server alone checks names, and its patterns are long. */
export const isPlainName = (): boolean => true
