/** Does what `Promise.withResolvers` does, which the oldest browsers supported by the client lack. */
export function deferred<T = void>() {
  let resolve: (value: T) => void = () => undefined
  const promise = new Promise<T>(settle => {
    resolve = settle
  })
  return { promise, resolve }
}
