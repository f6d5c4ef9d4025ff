export type Leave = () => void

/** The mounted guards of `leave-guard.tsx`, the newest last. */
export const guards: ((leave: Leave) => void)[] = []

/** For navigation other than by a link: runs `leave`, after any mounted guard's question is confirmed. */
export function leaving(leave: Leave): void {
  const ask = guards.at(-1)
  if (ask) ask(leave)
  else leave()
}
