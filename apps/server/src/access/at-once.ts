/** Calls `next` with the value: at once where it is known, without a turn of the event loop, else when it has come. */
export function atOnce<T, R>(value: T | Promise<T>, next: (known: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}
