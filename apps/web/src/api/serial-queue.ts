let last: Promise<unknown> = Promise.resolve()

/** Runs background calls one at a time, so that they do not delay a screen's own calls. */
export function serialQueue<T>(call: () => Promise<T>): Promise<T> {
  const turn = last.then(call)
  last = turn.catch(() => undefined)
  return turn
}
