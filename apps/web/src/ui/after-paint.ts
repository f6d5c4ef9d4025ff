/** Resolves once the browser has painted: heavy work that waits for it does not delay the response to a press. */
export const afterPaint = () => new Promise<void>(resolve => requestAnimationFrame(() => setTimeout(resolve)))
