/** Handlers that may keep the browser's back navigation from the router, the newest last. */
export const onWayBack: ((event: PopStateEvent) => void)[] = []

/** Call it before the router adds its own listener: listeners run in the order in which they were added. */
export const watchWayBack = () => addEventListener('popstate', event => onWayBack.at(-1)?.(event))
