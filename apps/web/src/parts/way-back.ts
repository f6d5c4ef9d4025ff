/** Who may keep the browser's way back from the router, the newest last. */
export const onWayBack: ((event: PopStateEvent) => void)[] = []

/** Has to stand before the router's own listener: they are called in the order in which they came. */
export const watchWayBack = () => addEventListener('popstate', event => onWayBack.at(-1)?.(event))
