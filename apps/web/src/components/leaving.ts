export type Leave = () => void

/** The mounted guards of `leave-guard.tsx`, in the order in which they were mounted. */
export const guards: ((leave: Leave) => void)[] = []

/** For navigation other than by a link: runs `leave`, after confirmation if a guard is mounted. */
export function leaving(leave: Leave): void {
  const ask = guards.at(-1)
  if (ask) ask(leave)
  else leave()
}
