/**
 * 12 for requests, 3 for loads, one each for the change feed, job locks, billing locks and proposed lists, 3 for the
 * mail queue.
 */
export const connectionsOfAWorker = 22
