export const picksId = 'picks'

/** Moves the focus to the list after an edit was reverted, because its button is then gone. */
export const focusPicks = () => document.getElementById(picksId)?.focus({ preventScroll: true })
