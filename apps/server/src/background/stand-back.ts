import { setPriority } from 'node:os'

/**
 * Lowers this thread's priority below all other work on the machine. On Linux a thread has its own priority; elsewhere
 * it would be the whole server's.
 */
export function standBack(niceness: number): void {
  if (process.platform === 'linux') setPriority(niceness)
}
