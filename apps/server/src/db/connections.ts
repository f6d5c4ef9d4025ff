/** 12 for requests, 3 for loads, one each for the change feed, job locks and billing locks, 3 for the mail queue. */
export const connectionsOfAWorker = 21
