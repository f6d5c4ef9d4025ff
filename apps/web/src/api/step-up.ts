/** The open prompt in which the user verifies their identity; `done` receives whether they did. */
type StepUp = { done: (proved: boolean) => void }

let open: StepUp | undefined
let outcome: Promise<boolean> | undefined
const listeners = new Set<() => void>()

/**
 * Asks the user, without leaving the page, to verify their identity, and resolves to whether they did. Calls that need
 * this at the same time share one prompt.
 */
export function stepUp(): Promise<boolean> {
  outcome ??= new Promise(resolve => {
    change({
      done(proved) {
        outcome = undefined
        change(undefined)
        resolve(proved)
      },
    })
  })
  return outcome
}

export const stepUpNow = (): StepUp | undefined => open

export function watchStepUp(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function change(next: typeof open): void {
  open = next
  for (const listener of listeners) listener()
}
