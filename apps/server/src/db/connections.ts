/**
 * Maximum number of database connections of a worker: 12 for requests, 3 for imports, 3 for the mail queue, and one
 * each for the change feed, job locks, billing locks and proposed lists.
 */
export const connectionsOfAWorker = 22
