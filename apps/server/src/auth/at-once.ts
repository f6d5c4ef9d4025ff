/** Calls `next` with the value: synchronously if it is already known, otherwise once it resolves. */
export function atOnce<T, R>(value: T | Promise<T>, next: (known: T) => R | Promise<R>): R | Promise<R> {
  return value instanceof Promise ? value.then(next) : next(value)
}
