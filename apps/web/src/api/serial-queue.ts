let last: Promise<unknown> = Promise.resolve()

/** For what nobody waits for: one such call at a time, so that they do not stand in the way of a screen's own. */
export function serialQueue<T>(call: () => Promise<T>): Promise<T> {
  const turn = last.then(call)
  last = turn.catch(() => undefined)
  return turn
}
