import { setPriority } from 'node:os'

/**
 * Lowers this thread's CPU priority to the given niceness. Only on Linux: elsewhere all threads share one priority, so
 * the whole server would slow down.
 */
export function standBack(niceness: number): void {
  if (process.platform === 'linux') setPriority(niceness)
}
