import { setPriority } from 'node:os'

/**
 * Lowers the CPU priority of this thread to the given niceness. Does nothing outside Linux, where threads have no
 * priority of their own and the whole server would slow down.
 */
export function standBack(niceness: number): void {
  if (process.platform === 'linux') setPriority(niceness)
}
