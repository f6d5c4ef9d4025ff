export const picksId = 'picks'

/** Gives the list the focus when an edit's own button has gone with the edit. */
export const focusPicks = () => document.getElementById(picksId)?.focus({ preventScroll: true })
