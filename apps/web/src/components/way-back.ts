/** Listeners for the browser's back button, newest last. They may hide the navigation from the router. */
export const onWayBack: ((event: PopStateEvent) => void)[] = []

/** Must be called before the router adds its own listener: listeners run in the order in which they were added. */
export const watchWayBack = () => addEventListener('popstate', event => onWayBack.at(-1)?.(event))
