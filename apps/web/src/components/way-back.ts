/** Listeners that may keep the browser's back navigation from the router, newest last. */
export const onWayBack: ((event: PopStateEvent) => void)[] = []

/** Must be called before the router adds its own listener: listeners run in the order in which they were added. */
export const watchWayBack = () => addEventListener('popstate', event => onWayBack.at(-1)?.(event))
