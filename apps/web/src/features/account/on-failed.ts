/** Shows why a change failed; resolves when the message is dismissed. */
export type OnFailed = (error: unknown) => Promise<void>
