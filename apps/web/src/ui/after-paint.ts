/** Resolves once the browser has painted. Heavy work that waits for this does not delay the response to a press. */
export const afterPaint = () => new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve)))
